// Each function of functions.h: a jump through its record, which at first leads to `bind`. `bind` saves all registers
// that can contain arguments, gets the address from libraries.c, restores them, and jumps to the function.

#if defined(__x86_64__)

#define FUNCTION(library, name)                                    \
  .text;                                                           \
  .globl name; .hidden name; .type name, @function;                \
name:                                                              \
  jmp *function_##name(%rip);                                      \
first_##name:                                                      \
  leaq function_##name(%rip), %r11;                                \
  jmp bind;                                                        \
  .size name, . - name;                                            \
  .section .rodata.str1.1, "aMS", @progbits, 1;                    \
name_##name: .asciz #name;                                         \
  .data;                                                           \
  .balign 8;                                                       \
function_##name: .quad first_##name, name_##name, editc_library_##library;

#include "functions.h"

  .text
  .type bind, @function
bind:
  .cfi_startproc
  pushq %rax
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %r10
  subq $136, %rsp
  .cfi_def_cfa_offset 208
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movq %r11, %rdi
  call editc_bind
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $136, %rsp
  popq %r10
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rax
  .cfi_def_cfa_offset 8
  jmp *%r11
  .cfi_endproc
  .size bind, . - bind

#elif defined(__aarch64__)

#define FUNCTION(library, name)                                    \
  .text;                                                           \
  .globl name; .hidden name; .type name, %function;                \
name:                                                              \
  adrp x16, function_##name;                                       \
  ldr x16, [x16, :lo12:function_##name];                           \
  br x16;                                                          \
first_##name:                                                      \
  adrp x17, function_##name;                                       \
  add x17, x17, :lo12:function_##name;                             \
  b bind;                                                          \
  .size name, . - name;                                            \
  .section .rodata.str1.1, "aMS", %progbits, 1;                    \
name_##name: .asciz #name;                                         \
  .data;                                                           \
  .balign 8;                                                       \
function_##name: .quad first_##name, name_##name, editc_library_##library;

#include "functions.h"

  .text
  .type bind, %function
bind:
  .cfi_startproc
  stp x29, x30, [sp, #-224]!
  .cfi_def_cfa_offset 224
  .cfi_offset 29, -224
  .cfi_offset 30, -216
  mov x29, sp
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  str x8, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov x0, x17
  bl editc_bind
  mov x16, x0
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldr x8, [sp, #80]
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x29, x30, [sp], #224
  .cfi_def_cfa_offset 0
  br x16
  .cfi_endproc
  .size bind, . - bind

#else
#error "calls of libraries are written for x86_64 and aarch64"
#endif

  .section .note.GNU-stack, "", %progbits
