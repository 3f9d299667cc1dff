/* Recompiles the engine's vector code after a change. */
import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

const FOLDER = 'src/service/engine/simd';
const { parseWat } = await wabt();
const code = parseWat('kernels.wat', readFileSync(`${FOLDER}/kernels.wat`, 'utf8'), { simd: true });
code.validate();
writeFileSync(`${FOLDER}/kernels.wasm`, code.toBinary({}).buffer);
