autocmd BufNewFile,BufRead *.edit setfiletype editc
