;; Runs the program of a circuit on the bit slices of one block of plates, 128 plates at a time.
;; A register and a slice have 512 bytes: one bit for each of the 4096 plates of a block (BLOCK_WORDS).
;; A step has four 32-bit numbers: kind, target register and two operands (circuit.ts).
(module
  (memory (export "memory") 1)

  ;; The plates whose character at a position has a code. `from`: its first slice; `operand`: code << 2 | loose bits.
  (func $equal (param $from i32) (param $operand i32) (param $target i32)
    (local $end i32)
    (local $m0 v128) (local $m1 v128) (local $m2 v128) (local $m3 v128) (local $m4 v128) (local $m5 v128)
    (local $any0 v128) (local $any1 v128)
    ;; Where the code has a 0 the slice is inverted.
    (local.set $m0 (call $inverts (local.get $operand) (i32.const 2)))
    (local.set $m1 (call $inverts (local.get $operand) (i32.const 3)))
    (local.set $m2 (call $inverts (local.get $operand) (i32.const 4)))
    (local.set $m3 (call $inverts (local.get $operand) (i32.const 5)))
    (local.set $m4 (call $inverts (local.get $operand) (i32.const 6)))
    (local.set $m5 (call $inverts (local.get $operand) (i32.const 7)))
    ;; A loose bit may have either value.
    (local.set $any0 (i32x4.splat (i32.sub (i32.const 0)
      (i32.ne (i32.and (local.get $operand) (i32.const 3)) (i32.const 0)))))
    (local.set $any1 (i32x4.splat (i32.sub (i32.const 0)
      (i32.gt_u (i32.and (local.get $operand) (i32.const 3)) (i32.const 1)))))
    (local.set $end (i32.add (local.get $target) (i32.const 512)))
    (loop $vectors
      (v128.store (local.get $target)
        (v128.and
          (v128.and
            (v128.or (v128.xor (v128.load (local.get $from)) (local.get $m0)) (local.get $any0))
            (v128.or (v128.xor (v128.load offset=512 (local.get $from)) (local.get $m1)) (local.get $any1)))
          (v128.and
            (v128.and
              (v128.xor (v128.load offset=1024 (local.get $from)) (local.get $m2))
              (v128.xor (v128.load offset=1536 (local.get $from)) (local.get $m3)))
            (v128.and
              (v128.xor (v128.load offset=2048 (local.get $from)) (local.get $m4))
              (v128.xor (v128.load offset=2560 (local.get $from)) (local.get $m5))))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $vectors (i32.lt_u
        (local.tee $target (i32.add (local.get $target) (i32.const 16))) (local.get $end)))))

  ;; All ones where the bit of the operand is 0, all zeros where it is 1.
  (func $inverts (param $operand i32) (param $bit i32) (result v128)
    (i32x4.splat (i32.sub
      (i32.and (i32.shr_u (local.get $operand) (local.get $bit)) (i32.const 1)) (i32.const 1))))

  (func $and (param $a i32) (param $b i32) (param $target i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $target) (i32.const 512)))
    (loop $vectors
      (v128.store (local.get $target) (v128.and (v128.load (local.get $a)) (v128.load (local.get $b))))
      (local.set $a (i32.add (local.get $a) (i32.const 16)))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (br_if $vectors (i32.lt_u
        (local.tee $target (i32.add (local.get $target) (i32.const 16))) (local.get $end)))))

  (func $or (param $a i32) (param $b i32) (param $target i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $target) (i32.const 512)))
    (loop $vectors
      (v128.store (local.get $target) (v128.or (v128.load (local.get $a)) (v128.load (local.get $b))))
      (local.set $a (i32.add (local.get $a) (i32.const 16)))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (br_if $vectors (i32.lt_u
        (local.tee $target (i32.add (local.get $target) (i32.const 16))) (local.get $end)))))

  ;; Runs the steps from one address up to another. `slices`, `registers`: where the first of them is.
  (func (export "run") (param $step i32) (param $end i32) (param $slices i32) (param $registers i32)
    (local $kind i32) (local $target i32) (local $a i32) (local $b i32)
    (loop $steps
      (if (i32.ge_u (local.get $step) (local.get $end)) (then (return)))
      (local.set $kind (i32.load (local.get $step)))
      (local.set $target (i32.add (local.get $registers)
        (i32.shl (i32.load offset=4 (local.get $step)) (i32.const 9))))
      (local.set $a (i32.load offset=8 (local.get $step)))
      (local.set $b (i32.load offset=12 (local.get $step)))
      (local.set $step (i32.add (local.get $step) (i32.const 16)))
      (if (i32.eqz (local.get $kind))
        (then
          ;; A position has six slices.
          (call $equal
            (i32.add (local.get $slices) (i32.mul (local.get $a) (i32.const 3072)))
            (local.get $b)
            (local.get $target))
          (br $steps)))
      (local.set $a (i32.add (local.get $registers) (i32.shl (local.get $a) (i32.const 9))))
      (local.set $b (i32.add (local.get $registers) (i32.shl (local.get $b) (i32.const 9))))
      (if (i32.eq (local.get $kind) (i32.const 1))
        (then (call $and (local.get $a) (local.get $b) (local.get $target)))
        (else (call $or (local.get $a) (local.get $b) (local.get $target))))
      (br $steps))))
