" ALE starts the language server.
call ale#Set('editc_executable', 'editc')

function! ale_linters#editc#editc#Root(buffer) abort
  return fnamemodify(bufname(a:buffer), ':p:h')
endfunction

call ale#linter#Define('editc', {
\   'name': 'editc',
\   'lsp': 'stdio',
\   'executable': {buffer -> ale#Var(buffer, 'editc_executable')},
\   'command': '%e lsp',
\   'language': 'editc',
\   'project_root': function('ale_linters#editc#editc#Root'),
\})
