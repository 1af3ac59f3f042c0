;;; emacs.el --- Uses `editc lsp' in Emacs with editors/emacs, as a person does  -*- lexical-binding: t; -*-

;; usage: emacs -Q --batch -l emacs.el, with EDITC, PLUGIN and FOLDER set.  In batch, Emacs itself reads what Eglot hears
;; while it waits.

(require 'cl-lib)
;; Without site files, Debian's packages are not found by themselves.
(dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa*/*"))
  (add-to-list 'load-path folder))
(require 'eglot)
(require 'flymake)
(require 'xref)

(defvar judge-count 0)
(defvar judge-failures 0)

(defun judge (condition &rest words)
  "Count CONDITION, and print WORDS where it is nil."
  (cl-incf judge-count)
  (unless condition
    (cl-incf judge-failures)
    (princ (format "FAILED: %S\n" words))))

(defun judge-wait (what condition)
  "Wait for CONDITION; WHAT is for messages."
  (let ((end (+ (float-time) 120)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (judge (funcall condition) 'in-time what)))

(defun judge-goto (text &optional shift)
  "Go to TEXT, SHIFT characters behind its start."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) (or shift 0))))

(defun judge-run ()
  (load (expand-file-name "editc-mode.el" (getenv "PLUGIN")) nil t)
  (setq editc-command (list (getenv "EDITC") "lsp")
        eglot-sync-connect 120
        eglot-autoshutdown nil
        eglot-send-changes-idle-time 0
        eglot-confirm-server-initiated-edits nil
        make-backup-files nil
        flymake-no-changes-timeout 0.1)
  (let ((file (expand-file-name "film with blanks.edit" (getenv "FOLDER"))))
    (with-temp-file file
      (insert "edit: 1\ncanvas: {size: 640x360, rate: 25}\ntimeline:\n  - {color: navy, for: 2, name: intro}\n"
              "overlays:\n  - {text: \"😀 ü\", at: intro.end - 1s, for: 1s}\n"))
    (find-file file)
    (judge (eq major-mode 'editc-mode) 'mode major-mode)
    (font-lock-ensure)
    (judge-goto "canvas")
    (judge (eq (get-text-property (point) 'face) 'font-lock-variable-name-face) 'colours)
    (apply #'eglot--connect (eglot--guess-contact))
    (judge (eglot-current-server) 'connected)
    (flymake-mode 1)
    (flymake-start)
    (judge-wait 'diagnostics (lambda () (flymake-start) (flymake-diagnostics)))
    (let* ((found (cl-find-if (lambda (d) (string-match-p "no unit" (flymake-diagnostic-text d))) (flymake-diagnostics))))
      (judge found 'a-bare-number (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
      (when found
        (judge (equal (buffer-substring (flymake-diagnostic-beg found) (flymake-diagnostic-end found)) "2") 'its-place)))
    ;; A definition behind wide letters.
    (judge-goto "intro.end" 2)
    (let ((xref (car (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))))
      (judge (and xref (= 4 (xref-location-line (xref-item-location xref)))) 'definition xref))
    ;; A rename, by Eglot's own command.
    (judge-goto "intro.end" 2)
    (eglot-rename "opening")
    (judge (string-match-p "name: opening}" (buffer-string)) 'rename (buffer-string))
    (judge (string-match-p "at: opening.end - 1s" (buffer-string)) 'behind-wide-letters (buffer-string))
    ;; The repair.
    (judge-goto "for: 2," 5)
    (eglot--signal-textDocument/didChange)
    (let* ((actions (append (jsonrpc-request
                             (eglot--current-server-or-lose) :textDocument/codeAction
                             (list :textDocument (eglot--TextDocumentIdentifier)
                                   :range (list :start (eglot--pos-to-lsp-position (point))
                                                :end (eglot--pos-to-lsp-position (1+ (point))))
                                   :context (list :diagnostics [])))
                            nil))
           (repair (cl-find "write `2s`" actions :key (lambda (a) (plist-get a :title)) :test #'equal)))
      (judge repair 'a-repair actions)
      (when repair (eglot--apply-workspace-edit (plist-get repair :edit)))
      (judge (string-match-p "for: 2s, name" (buffer-string)) 'its-text (buffer-string)))
    ;; Completion, as the keys do it.
    (goto-char (point-max))
    (insert "outputs:\n  - file: a.mp4\n    pre")
    (eglot--signal-textDocument/didChange)
    (let* ((capf (eglot-completion-at-point))
           (found (all-completions "pre" (nth 2 capf))))
      (judge (member "preset" (mapcar #'substring-no-properties found)) 'completion found))
    (delete-region (line-beginning-position) (point-max))
    ;; Formatting.
    (judge-goto "canvas: {" 8)
    (insert "   ")
    (eglot--signal-textDocument/didChange)
    (eglot-format-buffer)
    (judge (string-match-p "^canvas: {size: 640x360, rate: 25}$" (buffer-string)) 'formatting (buffer-string))
    ;; A hover.
    (judge-goto "canvas" 1)
    (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
      (judge (string-match-p "Size, frame rate and colours of the film" (format "%S" hover)) 'hover hover))
    ;; Indentation.
    (goto-char (point-max))
    (insert "checks:\nx")
    (editc-indent-line)
    (judge (equal (buffer-substring (line-beginning-position) (point-max)) "  x") 'indentation)
    (set-buffer-modified-p nil)
    (eglot-shutdown (eglot-current-server))
    (judge (not (eglot-current-server)) 'the-end)))

(condition-case problem
    (judge-run)
  (error (cl-incf judge-failures) (princ (format "FAILED: %S\n" problem))))
(princ (format "%d checks, %d failures\n" judge-count judge-failures))
(kill-emacs (if (zerop judge-failures) 0 1))
