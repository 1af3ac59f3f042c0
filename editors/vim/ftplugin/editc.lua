-- Neovim reads this beside `editc.vim`; Vim does not.
local buffer = vim.api.nvim_get_current_buf()
require('editc').attach(buffer)
vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
