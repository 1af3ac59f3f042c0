" Comments and indentation of edit scripts.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s
setlocal expandtab shiftwidth=2 softtabstop=2 tabstop=2
setlocal formatoptions-=t formatoptions+=croql
" `intro-1` and `chroma-key` are words.
setlocal iskeyword+=-
let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< tabstop< formatoptions< iskeyword<'
