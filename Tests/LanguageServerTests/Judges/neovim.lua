-- Uses `editc lsp` in Neovim with the plugin of editors/vim, as a person does.
-- usage: nvim --headless -u NONE -S neovim.lua, with EDITC, PLUGIN and FOLDER set

local editc, plugin, folder = vim.env.EDITC, vim.env.PLUGIN, vim.env.FOLDER
local count, failures = 0, 0

local function check(condition, ...)
  count = count + 1
  if not condition then
    failures = failures + 1
    local words = {}
    for _, word in ipairs({ ... }) do words[#words + 1] = type(word) == 'string' and word or vim.inspect(word) end
    io.stdout:write('FAILED: ' .. table.concat(words, ' ') .. '\n')
  end
end

local function lines(buffer) return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end

local function run()
  vim.opt.runtimepath:prepend(plugin)
  vim.cmd('filetype plugin indent on | syntax on')
  require('editc').command = { editc, 'lsp' }
  local path = folder .. '/film with blanks.edit'
  vim.fn.writefile({
    'edit: 1', 'canvas: {size: 640x360, rate: 25}', 'timeline:', '  - {color: navy, for: 2, name: intro}',
    'overlays:', '  - {text: "😀 ü", at: intro.end - 1s, for: 1s}',
  }, path)
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  check(vim.bo.filetype == 'editc', 'the file type', vim.bo.filetype)
  check(vim.bo.commentstring == '# %s', 'comments')
  check(vim.fn.synIDattr(vim.fn.synID(1, 1, 1), 'name') == 'editcKey', 'colours')

  local function wait(what, condition)
    check(vim.wait(120000, condition, 20), 'in time: ' .. what)
  end
  wait('diagnostics', function() return #vim.diagnostic.get(buffer) > 0 end)
  local found = vim.diagnostic.get(buffer)
  local bare = vim.tbl_filter(function(d) return d.code == 'bare-number' end, found)[1]
  check(bare ~= nil, 'a bare number', found)
  check(bare.lnum == 3 and bare.col == 23 and bare.end_col == 24, 'its place', bare)

  local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 120000)
    for _, answer in pairs(answers or {}) do
      check(answer.error == nil, method, answer.error)
      return answer.result
    end
  end
  local function at(line, column)
    vim.api.nvim_win_set_cursor(0, { line, column })
    return vim.lsp.util.make_position_params(0, 'utf-16')
  end

  local hover = ask('textDocument/hover', at(4, 5))
  check(hover.contents.value:find('Fills the canvas', 1, true), 'a hover', hover)
  -- Behind wide letters.
  local definition = ask('textDocument/definition', at(6, lines(buffer)[6]:find('intro', 1, true)))
  definition = definition.range and definition or definition[1]
  check((definition.range or definition.targetSelectionRange).start.line == 3, 'a definition', definition)

  -- The repair, as its edit is applied by Neovim.
  local params = vim.lsp.util.make_given_range_params({ 4, 23 }, { 4, 24 }, buffer, 'utf-16')
  params.context = { diagnostics = {} }
  local actions = ask('textDocument/codeAction', params)
  local repair = vim.tbl_filter(function(a) return a.title == 'write `2s`' end, actions)[1]
  check(repair ~= nil, 'a repair', actions)
  vim.lsp.util.apply_workspace_edit(repair.edit, 'utf-16')
  check(lines(buffer)[4] == '  - {color: navy, for: 2s, name: intro}', 'its text', lines(buffer)[4])
  wait('no diagnostics', function() return #vim.diagnostic.get(buffer) == 0 end)

  -- A rename, by Neovim's own command.
  vim.api.nvim_win_set_cursor(0, { 4, 34 })
  vim.lsp.buf.rename('opening')
  wait('a rename', function() return lines(buffer)[6]:find('opening.end', 1, true) ~= nil end)
  check(lines(buffer)[4] == '  - {color: navy, for: 2s, name: opening}', 'both places', lines(buffer))
  check(lines(buffer)[6] == '  - {text: "😀 ü", at: opening.end - 1s, for: 1s}', 'behind wide letters', lines(buffer)[6])

  -- Completion, as the keys do it.
  vim.api.nvim_buf_set_lines(buffer, 6, 6, false, { 'outputs:', '  - file: a.mp4', '    pre' })
  local items = ask('textDocument/completion', at(9, 7)).items
  local labels = vim.tbl_map(function(i) return i.label end, items)
  check(vim.tbl_contains(labels, 'preset'), 'completion', labels)
  vim.api.nvim_win_set_cursor(0, { 9, 6 })
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('A<C-x><C-o>', true, false, true), 'n', false)

  -- Formatting and indentation.
  vim.api.nvim_buf_set_lines(buffer, 6, 9, false, { 'outputs:   [{file:   a.mp4}]' })
  local edits = ask('textDocument/formatting', { textDocument = vim.lsp.util.make_text_document_params(buffer), options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, buffer, 'utf-16')
  check(lines(buffer)[7] == 'outputs: [{file: a.mp4}]', 'formatting', lines(buffer))
  vim.fn.cursor(1, 1)
  vim.api.nvim_buf_set_lines(buffer, 7, 7, false, { 'checks:', 'x' })
  vim.fn.cursor(9, 1)
  vim.cmd('silent normal! ==')
  check(lines(buffer)[9] == '  x', 'indentation', lines(buffer)[9])
  check(ask('textDocument/prepareRename', at(1, 1)) == nil, 'nothing to rename')
  check(#ask('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params(buffer) }) >= 5, 'the outline')
end

local ok, problem = xpcall(run, debug.traceback)
if not ok then
  failures = failures + 1
  io.stdout:write(tostring(problem) .. '\n')
end
io.stdout:write(count .. ' checks, ' .. failures .. ' failures\n')
vim.cmd(failures == 0 and 'qall!' or 'cquit!')
