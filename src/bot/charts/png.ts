import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { card } from './palette.ts';

const { resolve } = createRequire(import.meta.url);
const PACKAGE = '@expo-google-fonts/noto-sans';

/** Only bundled fonts, so that a chart looks the same on every machine. */
const font = {
  loadSystemFonts: false,
  defaultFontFamily: card.font,
  fontFiles: [
    resolve(`${PACKAGE}/400Regular/NotoSans_400Regular.ttf`),
    resolve(`${PACKAGE}/600SemiBold/NotoSans_600SemiBold.ttf`),
  ],
};

export function toPng(svg: string): Uint8Array {
  return new Resvg(svg, { font, background: card.background }).render().asPng();
}
