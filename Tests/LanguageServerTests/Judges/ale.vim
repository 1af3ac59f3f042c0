" Uses `editc lsp` in Vim with ALE and the plugin of editors/vim.
" usage: vim -N -u NONE -i NONE -es -S ale.vim, with EDITC, PLUGIN and FOLDER set; what it found is in FOLDER/result

let s:count = 0
let s:failures = []

function! s:check(condition, words) abort
  let s:count += 1
  if !a:condition
    call add(s:failures, 'FAILED: ' . a:words)
  endif
endfunction

function! s:wait(what, condition) abort
  for _ in range(2400)
    if eval(a:condition)
      break
    endif
    sleep 50m
  endfor
  call s:check(eval(a:condition), 'in time: ' . a:what)
endfunction

function! s:run() abort
  set nocompatible hidden encoding=utf-8
  let &runtimepath = $PLUGIN . ',/usr/share/vim-ale,' . &runtimepath
  filetype plugin indent on
  syntax on
  let g:ale_editc_executable = $EDITC
  let g:ale_linters_explicit = 0
  let g:ale_lint_delay = 50
  let g:ale_rename_tsserver_find_in_comments = 0
  runtime! plugin/ale.vim
  runtime! ftdetect/editc.vim
  let path = $FOLDER . '/film.edit'
  call writefile(['edit: 1', 'canvas: {size: 640x360, rate: 25}', 'timeline:', '  - {color: navy, for: 2, name: intro}',
  \ 'overlays:', '  - {text: "ü", at: intro.end - 1s, for: 1s}'], path)
  execute 'edit ' . fnameescape(path)
  call s:check(&filetype ==# 'editc', 'the file type ' . &filetype)
  call s:check(&commentstring ==# '# %s', 'comments')
  call s:check(synIDattr(synID(2, 1, 1), 'name') ==# 'editcKey', 'colours')
  call ale#Queue(0, 'lint_file')
  call s:wait('findings', 'len(ale#engine#GetLoclist(bufnr("%"))) > 0')
  let found = filter(copy(ale#engine#GetLoclist(bufnr('%'))), 'v:val.text =~ "no unit"')
  call s:check(len(found) == 1 && found[0].lnum == 4 && found[0].col == 24, 'a bare number ' . string(ale#engine#GetLoclist(bufnr('%'))))
  call setline(4, '  - {color: navy, for: 2s, name: intro}')
  call ale#Queue(0, 'lint_file')
  call s:wait('no findings', 'len(ale#engine#GetLoclist(bufnr("%"))) == 0')
  call cursor(9, 1)
  call append(6, ['checks:', 'x'])
  call cursor(8, 1)
  normal! ==
  call s:check(getline(8) ==# '  x', 'indentation ' . getline(8))
endfunction

try
  call s:run()
catch
  call add(s:failures, 'FAILED: ' . v:exception . ' ' . v:throwpoint)
endtry
call writefile(s:failures + [s:count . ' checks, ' . len(s:failures) . ' failures'], $FOLDER . '/result')
if empty(s:failures)
  qall!
endif
cquit!
