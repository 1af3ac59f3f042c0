;;; editc-mode.el --- Edit scripts of editc  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1"))
;; Version: 0.1.0
;; Keywords: languages, multimedia

;;; Commentary:

;; A major mode for `*.edit' files: comments, indentation and colours.  With Eglot it uses the language server
;; `editc lsp': M-x eglot, or `eglot-ensure' in `editc-mode-hook'.

;;; Code:

(defgroup editc nil "Edit scripts." :group 'languages)

(defcustom editc-command '("editc" "lsp")
  "The language server and its arguments."
  :type '(repeat string))

(defvar editc-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\' "." table)
    (modify-syntax-entry ?- "_" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\{ "(}" table)
    (modify-syntax-entry ?\} "){" table)
    (modify-syntax-entry ?\[ "(]" table)
    (modify-syntax-entry ?\] ")[" table)
    table))

(defvar editc-font-lock-keywords
  `(("\\(?:^[ \t]*\\(?:- +\\)*\\|[{,][ \t]*\\)\\([^][#{},: \t\n\"'][^][#{},:\n]*\\):\\(?:[ \t]\\|$\\)"
     1 font-lock-variable-name-face)
    ("\\${[^}\n]*}" 0 font-lock-preprocessor-face t)
    (,(regexp-opt '("linear" "hold" "ease" "ease-in" "ease-out" "ease-in-out" "spring" "cubic-bezier") 'symbols)
     . font-lock-function-name-face)
    ("\\_<[0-9]+\\(?:[.:;/][0-9]+\\)*\\(?:%\\|[a-zA-Z]+\\)?" . font-lock-constant-face)
    ("->\\|\\.\\." . font-lock-builtin-face)))

(defun editc-indent-line ()
  "Indent a line below `key:' deeper, and others as the line above."
  (interactive)
  (let ((column
         (save-excursion
           (beginning-of-line)
           (if (not (re-search-backward "^[ \t]*[^ \t\n#]" nil t))
               0
             (beginning-of-line)
             (looking-at "[ \t]*\\(?:- +\\)*")
             (let ((text (- (match-end 0) (match-beginning 0))))
               (end-of-line)
               (if (looking-back ":[ \t]*\\(?:#.*\\)?" (line-beginning-position)) (+ text 2) text))))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

;;;###autoload
(define-derived-mode editc-mode prog-mode "editc"
  "A mode for edit scripts."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+ *")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 2)
  (setq-local indent-line-function #'editc-indent-line)
  (setq-local electric-indent-inhibit t)
  (setq font-lock-defaults '(editc-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.edit\\'" . editc-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons 'editc-mode (lambda (&rest _) editc-command))))

(provide 'editc-mode)
;;; editc-mode.el ends here
