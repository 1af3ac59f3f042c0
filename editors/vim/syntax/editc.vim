" Keys, values and comments of edit scripts by their form; the language server knows what they mean.
if exists('b:current_syntax')
  finish
endif

syntax match editcKey /\%(^\s*\%(- \+\)*\|[{,]\s*\)\@<=[^#{}\[\], \t:"'][^#{}\[\],:]*\ze:\%(\s\|$\)/
syntax match editcDash /^\s*\zs- /
syntax match editcNumber /\<\d\+\%([.:;\/]\d\+\)*\%(%\|\a\+\)\?/
syntax match editcEasing /\<\%(linear\|hold\|ease\%(-in\)\?\%(-out\)\?\|spring\|cubic-bezier\)\>/
syntax match editcOperator /->\|\.\./
syntax match editcVariable /\${[^}]*}/ containedin=editcString
syntax region editcString start=/"/ skip=/\\./ end=/"/ oneline
syntax region editcString start=/\%(:\s\|[\[{,]\s*\|- \)\@<='/ skip=/''/ end=/'/ oneline
syntax match editcComment /\%(^\|\s\)\zs#.*$/ contains=editcAllow,@Spell
syntax match editcAllow /editc: allow\>/ contained

highlight default link editcKey Identifier
highlight default link editcDash Delimiter
highlight default link editcNumber Number
highlight default link editcEasing Function
highlight default link editcOperator Operator
highlight default link editcVariable PreProc
highlight default link editcString String
highlight default link editcComment Comment
highlight default link editcAllow SpecialComment

let b:current_syntax = 'editc'
