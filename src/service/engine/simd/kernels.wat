;; The engine's inner loops with vector instructions (SIMD). Numbers are added in the same order as in a plain loop, so the
;; results are the same to the last bit. Addresses and offsets are in bytes; kernels.ts lays out the memory. Repeated code is
;; not moved into functions, because Node's compiler would not inline them.
(module
  (import "engine" "memory" (memory 1))

  ;; Writes the sums of at most 256 rows of eight bytes, each selected by a hash, as eight doubles.
  (func (export "sumRows") (param $table i32) (param $mask i32) (param $hash i32) (param $count i32) (param $sums i32)
    (local $end i32) (local $rows v128)
    (local.set $end (i32.add (local.get $hash) (i32.shl (local.get $count) (i32.const 2))))
    (if (local.get $count)
      (then
        (loop $rows
          (local.set $rows
            (i16x8.add
              (local.get $rows)
              (v128.load8x8_s
                (i32.add
                  (local.get $table)
                  (i32.shl (i32.and (i32.load (local.get $hash)) (local.get $mask)) (i32.const 3))))))
          (local.set $hash (i32.add (local.get $hash) (i32.const 4)))
          (br_if $rows (i32.lt_u (local.get $hash) (local.get $end))))))
    (v128.store (local.get $sums)
      (f64x2.convert_low_i32x4_s (i32x4.extend_low_i16x8_s (local.get $rows))))
    (v128.store offset=16 (local.get $sums)
      (f64x2.convert_low_i32x4_s
            (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
              (i32x4.extend_low_i16x8_s (local.get $rows)) (i32x4.extend_low_i16x8_s (local.get $rows)))))
    (v128.store offset=32 (local.get $sums)
      (f64x2.convert_low_i32x4_s (i32x4.extend_high_i16x8_s (local.get $rows))))
    (v128.store offset=48 (local.get $sums)
      (f64x2.convert_low_i32x4_s
            (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
              (i32x4.extend_high_i16x8_s (local.get $rows)) (i32x4.extend_high_i16x8_s (local.get $rows))))))

  ;; Writes eight single-precision scores per word: its own row of bytes times one scale per score, plus the sum of the rows of
  ;; the pairs that end with it times another. `$counts`: the number of hashes that belong to each word, at least one.
  (func (export "scoreWords")
    (param $own i32) (param $pairs i32) (param $mask i32) (param $ownScales i32) (param $pairScales i32)
    (param $id i32) (param $hash i32) (param $counts i32) (param $words i32) (param $scores i32)
    (local $last i32) (local $end i32) (local $row v128) (local $sums v128)
    (local.set $last (i32.add (local.get $id) (i32.shl (local.get $words) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $id) (local.get $last)))
        (local.set $row
          (v128.load8x8_s (i32.add (local.get $own) (i32.shl (i32.load (local.get $id)) (i32.const 3)))))
        (local.set $end (i32.add (local.get $hash) (i32.shl (i32.load (local.get $counts)) (i32.const 2))))
        (local.set $sums (v128.const i64x2 0 0))
        (loop $rows
          (local.set $sums
            (i16x8.add
              (local.get $sums)
              (v128.load8x8_s
                (i32.add
                  (local.get $pairs)
                  (i32.shl (i32.and (i32.load (local.get $hash)) (local.get $mask)) (i32.const 3))))))
          (local.set $hash (i32.add (local.get $hash) (i32.const 4)))
          (br_if $rows (i32.lt_u (local.get $hash) (local.get $end))))
        (v128.store64_lane 0 (local.get $scores)
          (f32x4.demote_f64x2_zero
            (f64x2.add
              (f64x2.mul
                (v128.load (local.get $ownScales))
                (f64x2.convert_low_i32x4_s (i32x4.extend_low_i16x8_s (local.get $row))))
              (f64x2.mul
                (v128.load (local.get $pairScales))
                (f64x2.convert_low_i32x4_s (i32x4.extend_low_i16x8_s (local.get $sums)))))))
        (v128.store64_lane offset=8 0 (local.get $scores)
          (f32x4.demote_f64x2_zero
            (f64x2.add
              (f64x2.mul
                (v128.load offset=16 (local.get $ownScales))
                (f64x2.convert_low_i32x4_s
                (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
                  (i32x4.extend_low_i16x8_s (local.get $row)) (i32x4.extend_low_i16x8_s (local.get $row)))))
              (f64x2.mul
                (v128.load offset=16 (local.get $pairScales))
                (f64x2.convert_low_i32x4_s
                (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
                  (i32x4.extend_low_i16x8_s (local.get $sums)) (i32x4.extend_low_i16x8_s (local.get $sums))))))))
        (v128.store64_lane offset=16 0 (local.get $scores)
          (f32x4.demote_f64x2_zero
            (f64x2.add
              (f64x2.mul
                (v128.load offset=32 (local.get $ownScales))
                (f64x2.convert_low_i32x4_s (i32x4.extend_high_i16x8_s (local.get $row))))
              (f64x2.mul
                (v128.load offset=32 (local.get $pairScales))
                (f64x2.convert_low_i32x4_s (i32x4.extend_high_i16x8_s (local.get $sums)))))))
        (v128.store64_lane offset=24 0 (local.get $scores)
          (f32x4.demote_f64x2_zero
            (f64x2.add
              (f64x2.mul
                (v128.load offset=48 (local.get $ownScales))
                (f64x2.convert_low_i32x4_s
                (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
                  (i32x4.extend_high_i16x8_s (local.get $row)) (i32x4.extend_high_i16x8_s (local.get $row)))))
              (f64x2.mul
                (v128.load offset=48 (local.get $pairScales))
                (f64x2.convert_low_i32x4_s
                (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
                  (i32x4.extend_high_i16x8_s (local.get $sums)) (i32x4.extend_high_i16x8_s (local.get $sums))))))))
        (local.set $id (i32.add (local.get $id) (i32.const 4)))
        (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 32)))
        (br $next))))

  ;; Adds the words' scores to the bias, for each head.
  (func (export "sumWords") (param $scores i32) (param $words i32) (param $bias i32) (param $sums i32)
    (local $end i32) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $words) (i32.const 5))))
    (local.set $low (v128.load (local.get $bias)))
    (local.set $high (v128.load offset=16 (local.get $bias)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $low (f32x4.add (local.get $low) (v128.load (local.get $scores))))
        (local.set $high (f32x4.add (local.get $high) (v128.load offset=16 (local.get $scores))))
        (local.set $scores (i32.add (local.get $scores) (i32.const 32)))
        (br $next)))
    (v128.store (local.get $sums) (local.get $low))
    (v128.store offset=16 (local.get $sums) (local.get $high)))

  ;; Writes the sums of rows of twelve bytes, each selected by a hash, as twelve 32-bit integers. Sixteen bytes are read.
  (func (export "sumWideRows") (param $table i32) (param $mask i32) (param $hash i32) (param $count i32) (param $sums i32)
    (local $end i32) (local $stop i32) (local $row v128)
    (local $low v128) (local $high v128) (local $a v128) (local $b v128) (local $c v128)
    (local.set $end (i32.add (local.get $hash) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $hash) (local.get $end)))
        ;; Sums of 256 rows fit into 16 bits.
        (local.set $stop (i32.add (local.get $hash) (i32.const 1024)))
        (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
        (local.set $low (v128.const i64x2 0 0))
        (local.set $high (v128.const i64x2 0 0))
        (loop $rows
          (local.set $row
            (v128.load
              (i32.add
                (local.get $table)
                (i32.mul (i32.and (i32.load (local.get $hash)) (local.get $mask)) (i32.const 12)))))
          (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_s (local.get $row))))
          (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_s (local.get $row))))
          (local.set $hash (i32.add (local.get $hash) (i32.const 4)))
          (br_if $rows (i32.lt_u (local.get $hash) (local.get $stop))))
        (local.set $a (i32x4.add (local.get $a) (i32x4.extend_low_i16x8_s (local.get $low))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.extend_high_i16x8_s (local.get $low))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.extend_low_i16x8_s (local.get $high))))
        (br $more)))
    (v128.store (local.get $sums) (local.get $a))
    (v128.store offset=16 (local.get $sums) (local.get $b))
    (v128.store offset=32 (local.get $sums) (local.get $c)))

  ;; Writes the highest response of each of 48 filters over three words, sixteen filters at a time. A word has 288 bytes: its
  ;; contributions to the responses as the first, middle and last word. `$slot`: the words, plus one before and one after.
  (func (export "findPeaks") (param $projections i32) (param $slots i32) (param $words i32) (param $peaks i32)
    (local $slot i32) (local $end i32) (local $before i32) (local $here i32) (local $after i32) (local $last i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $slots) (i32.shl (local.get $words) (i32.const 2))))
    (local.set $last (i32.add (local.get $peaks) (i32.const 192)))
    (loop $filters
      ;; Lower than any response.
      (local.set $a (i32x4.splat (i32.const -1073741824)))
      (local.set $b (local.get $a))
      (local.set $c (local.get $a))
      (local.set $d (local.get $a))
      (local.set $slot (local.get $slots))
      (local.set $here (i32.add (local.get $projections) (i32.mul (i32.load (local.get $slot)) (i32.const 288))))
      (local.set $after
        (i32.add (local.get $projections) (i32.mul (i32.load offset=4 (local.get $slot)) (i32.const 288))))
      (block $done
        (loop $next
          (br_if $done (i32.ge_u (local.get $slot) (local.get $end)))
          (local.set $before (local.get $here))
          (local.set $here (local.get $after))
          (local.set $after
            (i32.add (local.get $projections) (i32.mul (i32.load offset=8 (local.get $slot)) (i32.const 288))))
          (local.set $a
            (i32x4.max_s
              (local.get $a)
              (i32x4.add
                (i32x4.add
                  (v128.load16x4_s (local.get $before))
                  (v128.load16x4_s offset=96 (local.get $here)))
                (v128.load16x4_s offset=192 (local.get $after)))))
          (local.set $b
            (i32x4.max_s
              (local.get $b)
              (i32x4.add
                (i32x4.add
                  (v128.load16x4_s offset=8 (local.get $before))
                  (v128.load16x4_s offset=104 (local.get $here)))
                (v128.load16x4_s offset=200 (local.get $after)))))
          (local.set $c
            (i32x4.max_s
              (local.get $c)
              (i32x4.add
                (i32x4.add
                  (v128.load16x4_s offset=16 (local.get $before))
                  (v128.load16x4_s offset=112 (local.get $here)))
                (v128.load16x4_s offset=208 (local.get $after)))))
          (local.set $d
            (i32x4.max_s
              (local.get $d)
              (i32x4.add
                (i32x4.add
                  (v128.load16x4_s offset=24 (local.get $before))
                  (v128.load16x4_s offset=120 (local.get $here)))
                (v128.load16x4_s offset=216 (local.get $after)))))
          (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
          (br $next)))
      (v128.store (local.get $peaks) (local.get $a))
      (v128.store offset=16 (local.get $peaks) (local.get $b))
      (v128.store offset=32 (local.get $peaks) (local.get $c))
      (v128.store offset=48 (local.get $peaks) (local.get $d))
      (local.set $projections (i32.add (local.get $projections) (i32.const 32)))
      (local.set $peaks (i32.add (local.get $peaks) (i32.const 64)))
      (br_if $filters (i32.lt_u (local.get $peaks) (local.get $last)))))

  ;; Writes the sum of the words' embeddings, 32 numbers of 16 bits each, as 32-bit integers.
  (func (export "sumEmbeddings") (param $embeddings i32) (param $slot i32) (param $words i32) (param $sums i32)
    (local $end i32) (local $row i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128) (local $f v128) (local $g v128) (local $h v128)
    (local.set $end (i32.add (local.get $slot) (i32.shl (local.get $words) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $slot) (local.get $end)))
        (local.set $row (i32.add (local.get $embeddings) (i32.shl (i32.load (local.get $slot)) (i32.const 6))))
        (local.set $a (i32x4.add (local.get $a) (v128.load16x4_s (local.get $row))))
        (local.set $b (i32x4.add (local.get $b) (v128.load16x4_s offset=8 (local.get $row))))
        (local.set $c (i32x4.add (local.get $c) (v128.load16x4_s offset=16 (local.get $row))))
        (local.set $d (i32x4.add (local.get $d) (v128.load16x4_s offset=24 (local.get $row))))
        (local.set $e (i32x4.add (local.get $e) (v128.load16x4_s offset=32 (local.get $row))))
        (local.set $f (i32x4.add (local.get $f) (v128.load16x4_s offset=40 (local.get $row))))
        (local.set $g (i32x4.add (local.get $g) (v128.load16x4_s offset=48 (local.get $row))))
        (local.set $h (i32x4.add (local.get $h) (v128.load16x4_s offset=56 (local.get $row))))
        (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
        (br $next)))
    (v128.store (local.get $sums) (local.get $a))
    (v128.store offset=16 (local.get $sums) (local.get $b))
    (v128.store offset=32 (local.get $sums) (local.get $c))
    (v128.store offset=48 (local.get $sums) (local.get $d))
    (v128.store offset=64 (local.get $sums) (local.get $e))
    (v128.store offset=80 (local.get $sums) (local.get $f))
    (v128.store offset=96 (local.get $sums) (local.get $g))
    (v128.store offset=112 (local.get $sums) (local.get $h)))

  ;; Writes the highest value of each of 64 cells in a text, at least 0, as 32-bit integers, 32 cells at a time. `$start`:
  ;; the address of the first word's offset; the next word's is `$way` bytes on. At `$steps` plus that offset are 64 shares to
  ;; keep, then 64 numbers to add. A value times a share (in units of 2^-15) is rounded, and halves are rounded up.
  (func (export "findCellPeaks") (param $steps i32) (param $start i32) (param $way i32) (param $words i32) (param $peaks i32)
    (local $at i32) (local $left i32) (local $row i32) (local $last i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $highA v128) (local $highB v128) (local $highC v128) (local $highD v128)
    (local.set $last (i32.add (local.get $peaks) (i32.const 256)))
    (loop $cells
      (local.set $a (v128.const i64x2 0 0))
      (local.set $highA (v128.const i64x2 0 0))
      (local.set $b (v128.const i64x2 0 0))
      (local.set $highB (v128.const i64x2 0 0))
      (local.set $c (v128.const i64x2 0 0))
      (local.set $highC (v128.const i64x2 0 0))
      (local.set $d (v128.const i64x2 0 0))
      (local.set $highD (v128.const i64x2 0 0))
      (local.set $at (local.get $start))
      (local.set $left (local.get $words))
      (block $done
        (loop $next
          (br_if $done (i32.eqz (local.get $left)))
          (local.set $row (i32.add (local.get $steps) (i32.load (local.get $at))))
          (local.set $a
            (i16x8.add
              (i16x8.q15mulr_sat_s (local.get $a) (v128.load (local.get $row)))
              (v128.load offset=128 (local.get $row))))
          (local.set $highA (i16x8.max_s (local.get $highA) (local.get $a)))
          (local.set $b
            (i16x8.add
              (i16x8.q15mulr_sat_s (local.get $b) (v128.load offset=16 (local.get $row)))
              (v128.load offset=144 (local.get $row))))
          (local.set $highB (i16x8.max_s (local.get $highB) (local.get $b)))
          (local.set $c
            (i16x8.add
              (i16x8.q15mulr_sat_s (local.get $c) (v128.load offset=32 (local.get $row)))
              (v128.load offset=160 (local.get $row))))
          (local.set $highC (i16x8.max_s (local.get $highC) (local.get $c)))
          (local.set $d
            (i16x8.add
              (i16x8.q15mulr_sat_s (local.get $d) (v128.load offset=48 (local.get $row)))
              (v128.load offset=176 (local.get $row))))
          (local.set $highD (i16x8.max_s (local.get $highD) (local.get $d)))
          (local.set $at (i32.add (local.get $at) (local.get $way)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (br $next)))
      (v128.store (local.get $peaks) (i32x4.extend_low_i16x8_s (local.get $highA)))
      (v128.store offset=16 (local.get $peaks) (i32x4.extend_high_i16x8_s (local.get $highA)))
      (v128.store offset=32 (local.get $peaks) (i32x4.extend_low_i16x8_s (local.get $highB)))
      (v128.store offset=48 (local.get $peaks) (i32x4.extend_high_i16x8_s (local.get $highB)))
      (v128.store offset=64 (local.get $peaks) (i32x4.extend_low_i16x8_s (local.get $highC)))
      (v128.store offset=80 (local.get $peaks) (i32x4.extend_high_i16x8_s (local.get $highC)))
      (v128.store offset=96 (local.get $peaks) (i32x4.extend_low_i16x8_s (local.get $highD)))
      (v128.store offset=112 (local.get $peaks) (i32x4.extend_high_i16x8_s (local.get $highD)))
      (local.set $steps (i32.add (local.get $steps) (i32.const 64)))
      (local.set $peaks (i32.add (local.get $peaks) (i32.const 128)))
      (br_if $cells (i32.lt_u (local.get $peaks) (local.get $last)))))

  ;; Appends the positive ones of `$count` integers to a layer's inputs, each times `$unit` and plus a bias of its own. Returns
  ;; the new number of inputs. The first integer's row of weights is at `$row`; each row has `$size` bytes.
  (func (export "addPositive")
    (param $integers i32) (param $bias i32) (param $unit f64) (param $count i32)
    (param $row i32) (param $size i32) (param $values i32) (param $rows i32) (param $added i32) (result i32)
    (local $end i32) (local $value f64)
    (local.set $end (i32.add (local.get $integers) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $integers) (local.get $end)))
        (local.set $value
          (f64.add
            (f64.mul (f64.convert_i32_s (i32.load (local.get $integers))) (local.get $unit))
            (f64.load (local.get $bias))))
        (f64.store (i32.add (local.get $values) (i32.shl (local.get $added) (i32.const 3))) (local.get $value))
        (i32.store (i32.add (local.get $rows) (i32.shl (local.get $added) (i32.const 2))) (local.get $row))
        ;; Avoids a branch, because it can't be predicted which ones are positive.
        (local.set $added (i32.add (local.get $added) (f64.gt (local.get $value) (f64.const 0))))
        (local.set $integers (i32.add (local.get $integers) (i32.const 4)))
        (local.set $bias (i32.add (local.get $bias) (i32.const 8)))
        (local.set $row (i32.add (local.get $row) (local.get $size)))
        (br $next)))
    (local.get $added))

  ;; Writes the sums of a layer's units: the bias, plus each input times its row of weights. `$rows`: the addresses of
  ;; these rows; `$bytes`: eight times the number of units, which must be divisible by eight.
  (func (export "sumInputs")
    (param $values i32) (param $rows i32) (param $count i32) (param $bias i32) (param $bytes i32) (param $sums i32)
    (local $unit i32) (local $at i32) (local $weights i32) (local $value v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128) (local $f v128) (local $g v128) (local $h v128)
    (block $wide
      (loop $units
        (br_if $wide (i32.gt_u (i32.add (local.get $unit) (i32.const 128)) (local.get $bytes)))
        (local.set $a (v128.load (i32.add (local.get $bias) (local.get $unit))))
        (local.set $b (v128.load offset=16 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $c (v128.load offset=32 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $d (v128.load offset=48 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $e (v128.load offset=64 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $f (v128.load offset=80 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $g (v128.load offset=96 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $h (v128.load offset=112 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $at (i32.const 0))
        (block $done
          (loop $next
            (br_if $done (i32.ge_u (local.get $at) (local.get $count)))
            (local.set $value
              (v128.load64_splat (i32.add (local.get $values) (i32.shl (local.get $at) (i32.const 3)))))
            (local.set $weights
              (i32.add
                (i32.load (i32.add (local.get $rows) (i32.shl (local.get $at) (i32.const 2))))
                (local.get $unit)))
            (local.set $a (f64x2.add (local.get $a) (f64x2.mul (local.get $value) (v128.load (local.get $weights)))))
            (local.set $b (f64x2.add (local.get $b) (f64x2.mul (local.get $value) (v128.load offset=16 (local.get $weights)))))
            (local.set $c (f64x2.add (local.get $c) (f64x2.mul (local.get $value) (v128.load offset=32 (local.get $weights)))))
            (local.set $d (f64x2.add (local.get $d) (f64x2.mul (local.get $value) (v128.load offset=48 (local.get $weights)))))
            (local.set $e (f64x2.add (local.get $e) (f64x2.mul (local.get $value) (v128.load offset=64 (local.get $weights)))))
            (local.set $f (f64x2.add (local.get $f) (f64x2.mul (local.get $value) (v128.load offset=80 (local.get $weights)))))
            (local.set $g (f64x2.add (local.get $g) (f64x2.mul (local.get $value) (v128.load offset=96 (local.get $weights)))))
            (local.set $h (f64x2.add (local.get $h) (f64x2.mul (local.get $value) (v128.load offset=112 (local.get $weights)))))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $next)))
        (v128.store (i32.add (local.get $sums) (local.get $unit)) (local.get $a))
        (v128.store offset=16 (i32.add (local.get $sums) (local.get $unit)) (local.get $b))
        (v128.store offset=32 (i32.add (local.get $sums) (local.get $unit)) (local.get $c))
        (v128.store offset=48 (i32.add (local.get $sums) (local.get $unit)) (local.get $d))
        (v128.store offset=64 (i32.add (local.get $sums) (local.get $unit)) (local.get $e))
        (v128.store offset=80 (i32.add (local.get $sums) (local.get $unit)) (local.get $f))
        (v128.store offset=96 (i32.add (local.get $sums) (local.get $unit)) (local.get $g))
        (v128.store offset=112 (i32.add (local.get $sums) (local.get $unit)) (local.get $h))
        (local.set $unit (i32.add (local.get $unit) (i32.const 128)))
        (br $units)))
    ;; Either eight units are left, or none.
    (if (i32.lt_u (local.get $unit) (local.get $bytes))
      (then
        (local.set $a (v128.load (i32.add (local.get $bias) (local.get $unit))))
        (local.set $b (v128.load offset=16 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $c (v128.load offset=32 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $d (v128.load offset=48 (i32.add (local.get $bias) (local.get $unit))))
        (local.set $at (i32.const 0))
        (block $done
          (loop $next
            (br_if $done (i32.ge_u (local.get $at) (local.get $count)))
            (local.set $value
              (v128.load64_splat (i32.add (local.get $values) (i32.shl (local.get $at) (i32.const 3)))))
            (local.set $weights
              (i32.add
                (i32.load (i32.add (local.get $rows) (i32.shl (local.get $at) (i32.const 2))))
                (local.get $unit)))
            (local.set $a (f64x2.add (local.get $a) (f64x2.mul (local.get $value) (v128.load (local.get $weights)))))
            (local.set $b (f64x2.add (local.get $b) (f64x2.mul (local.get $value) (v128.load offset=16 (local.get $weights)))))
            (local.set $c (f64x2.add (local.get $c) (f64x2.mul (local.get $value) (v128.load offset=32 (local.get $weights)))))
            (local.set $d (f64x2.add (local.get $d) (f64x2.mul (local.get $value) (v128.load offset=48 (local.get $weights)))))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $next)))
        (v128.store (i32.add (local.get $sums) (local.get $unit)) (local.get $a))
        (v128.store offset=16 (i32.add (local.get $sums) (local.get $unit)) (local.get $b))
        (v128.store offset=32 (i32.add (local.get $sums) (local.get $unit)) (local.get $c))
        (v128.store offset=48 (i32.add (local.get $sums) (local.get $unit)) (local.get $d))))))
