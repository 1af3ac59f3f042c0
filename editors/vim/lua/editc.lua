-- Starts the language server for a buffer, in Neovim 0.7 and later.
local editc = {}

-- What is run; `require('editc').command = {...}` before the first script changes it.
editc.command = { 'editc', 'lsp' }

local client

local function start(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
  local config = {
    name = 'editc',
    cmd = editc.command,
    root_dir = folder,
    capabilities = editc.capabilities or vim.lsp.protocol.make_client_capabilities(),
  }
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  -- Neovim 0.7: one client for all scripts.
  if not client or not vim.lsp.get_client_by_id(client) then
    client = vim.lsp.start_client(config)
  end
  if client then
    vim.lsp.buf_attach_client(buffer, client)
  end
  return client
end

function editc.attach(buffer)
  if vim.bo[buffer].buftype ~= '' then
    return
  end
  if vim.fn.executable(editc.command[1]) == 0 then
    vim.notify_once('editc is not in the PATH: no language server', vim.log.levels.WARN)
    return
  end
  return start(buffer)
end

return editc
