" A line below `key:` is deeper, one below an entry of a list begins where its text does.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=EditcIndent() indentkeys=o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*EditcIndent')
  finish
endif

function EditcIndent() abort
  let above = prevnonblank(v:lnum - 1)
  if above == 0
    return 0
  endif
  let text = substitute(getline(above), '\s\+#.*$', '', '')
  let column = matchend(text, '^\s*\%(- \+\)*')
  return text =~# ':\s*$' ? column + 2 : column
endfunction
