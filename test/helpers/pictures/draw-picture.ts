/** A picture as RGBA, row by row. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

type Colour = readonly [red: number, green: number, blue: number];
type Random = () => number;

export const KINDS = ['photo', 'poster', 'chat', 'document', 'chart'] as const;
export type PictureKind = (typeof KINDS)[number];

/** A made-up picture. The same random numbers draw the same picture. */
export function drawPicture(random: Random, kind: PictureKind, width = 320, height = 240): Drawn {
  const picture = { width, height, rgba: new Uint8Array(width * height * 4) };
  DRAW[kind](picture, random);
  return picture;
}

const DRAW: Readonly<Record<PictureKind, (picture: Drawn, random: Random) => void>> = {
  photo(picture, random) {
    const layers = Array.from({ length: 24 }, () => ({
      x: random() * picture.width,
      y: random() * picture.height,
      radius: (0.05 + random() ** 2 * 0.5) * picture.width,
      colour: colourOf(random),
    }));
    const base = colourOf(random);
    paint(picture, (x, y) => {
      let [red, green, blue] = base;
      for (const layer of layers) {
        const distance = ((x - layer.x) ** 2 + (y - layer.y) ** 2) / layer.radius ** 2;
        if (distance > 4) continue;
        const share = Math.exp(-distance) * 0.8;
        red += (layer.colour[0] - red) * share;
        green += (layer.colour[1] - green) * share;
        blue += (layer.colour[2] - blue) * share;
      }
      const grain = (random() - 0.5) * 16;
      return [red + grain, green + grain, blue + grain];
    });
  },
  poster(picture, random) {
    fill(picture, colourOf(random));
    for (let index = 0; index < 3 + random() * 8; index += 1) {
      const box = boxOf(picture, random, 0.1, 0.6);
      if (random() < 0.5) rectangle(picture, box, colourOf(random));
      else ellipse(picture, box, colourOf(random));
    }
    for (let index = 0; index < 1 + random() * 3; index += 1) {
      const box = boxOf(picture, random, 0.3, 0.9);
      words(
        picture,
        random,
        { ...box, height: picture.height * (0.06 + random() * 0.1) },
        colourOf(random),
      );
    }
  },
  chat(picture, random) {
    const isDark = random() < 0.7;
    fill(picture, isDark ? [49, 51, 56] : [255, 255, 255]);
    const ink: Colour = isDark ? [219, 222, 225] : [49, 51, 56];
    const line = picture.height * (0.05 + random() * 0.03);
    let y = line * random();
    while (y < picture.height - line) {
      ellipse(
        picture,
        { x: line * 0.4, y, width: line * 1.6, height: line * 1.6 },
        colourOf(random),
      );
      words(
        picture,
        random,
        { x: line * 2.6, y, width: picture.width * (0.15 + random() * 0.15), height: line * 0.8 },
        colourOf(random),
      );
      y += line * 1.1;
      for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1, y += line) {
        words(
          picture,
          random,
          { x: line * 2.6, y, width: picture.width * (0.1 + random() * 0.7), height: line * 0.8 },
          ink,
        );
      }
      y += line * 0.7;
      if (random() < 0.2) {
        rectangle(
          picture,
          { x: line * 2.6, y, width: picture.width * (0.2 + random() * 0.4), height: line * 4 },
          colourOf(random),
        );
        y += line * 4.5;
      }
    }
  },
  document(picture, random) {
    fill(picture, [252, 252, 252]);
    const line = picture.height * (0.03 + random() * 0.03);
    const margin = picture.width * (0.05 + random() * 0.1);
    for (let y = margin; y < picture.height - margin; y += line * 1.4) {
      const roll = random();
      if (roll < 0.15) continue;
      const share = roll < 0.25 ? 0.3 : roll > 0.9 ? 0.6 : 1;
      words(
        picture,
        random,
        { x: margin, y, width: (picture.width - 2 * margin) * share, height: line },
        [30, 30, 30],
      );
    }
  },
  chart(picture, random) {
    fill(picture, random() < 0.5 ? [255, 255, 255] : [32, 34, 37]);
    const bars = 4 + Math.floor(random() * 14);
    const colour = colourOf(random);
    for (let bar = 0; bar < bars; bar += 1) {
      const high = picture.height * (0.05 + random() * 0.8);
      rectangle(
        picture,
        {
          x: (picture.width * (bar + 0.6)) / (bars + 1),
          y: picture.height * 0.92 - high,
          width: (picture.width / (bars + 1)) * 0.7,
          height: high,
        },
        colour,
      );
    }
    words(
      picture,
      random,
      { x: picture.width * 0.1, y: 4, width: picture.width * 0.5, height: picture.height * 0.05 },
      [128, 128, 128],
    );
  },
};

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxOf({ width, height }: Drawn, random: Random, least: number, most: number): Box {
  const size = (whole: number): number => whole * (least + random() * (most - least));
  const [wide, high] = [size(width), size(height)];
  return { x: random() * (width - wide), y: random() * (height - high), width: wide, height: high };
}

function colourOf(random: Random): Colour {
  return [random() * 255, random() * 255, random() * 255];
}

function paint(picture: Drawn, colourAt: (x: number, y: number) => Colour): void {
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) put(picture, x, y, colourAt(x, y));
  }
}

function put({ width, rgba }: Drawn, x: number, y: number, colour: Colour): void {
  const at = (y * width + x) * 4;
  rgba[at] = Math.max(0, Math.min(255, colour[0]));
  rgba[at + 1] = Math.max(0, Math.min(255, colour[1]));
  rgba[at + 2] = Math.max(0, Math.min(255, colour[2]));
  rgba[at + 3] = 255;
}

function fill(picture: Drawn, colour: Colour): void {
  rectangle(picture, { x: 0, y: 0, width: picture.width, height: picture.height }, colour);
}

export function rectangle(picture: Drawn, { x, y, width, height }: Box, colour: Colour): void {
  const [right, bottom] = [
    Math.min(picture.width, x + width),
    Math.min(picture.height, y + height),
  ];
  for (let row = Math.max(0, Math.floor(y)); row < bottom; row += 1) {
    for (let column = Math.max(0, Math.floor(x)); column < right; column += 1) {
      put(picture, column, row, colour);
    }
  }
}

function ellipse(picture: Drawn, { x, y, width, height }: Box, colour: Colour): void {
  const [right, bottom] = [
    Math.min(picture.width, x + width),
    Math.min(picture.height, y + height),
  ];
  for (let row = Math.max(0, Math.floor(y)); row < bottom; row += 1) {
    for (let column = Math.max(0, Math.floor(x)); column < right; column += 1) {
      const across = (column - x - width / 2) / (width / 2);
      const down = (row - y - height / 2) / (height / 2);
      if (across ** 2 + down ** 2 <= 1) put(picture, column, row, colour);
    }
  }
}

/** Marks of the size of letters. */
export function words(
  picture: Drawn,
  random: Random,
  { x, y, width, height }: Box,
  colour: Colour,
): void {
  const letter = height * 0.5;
  for (let at = x; at < x + width; at += letter * 1.2) {
    if (random() < 0.18) continue;
    const tall = height * (0.5 + random() * 0.4);
    rectangle(
      picture,
      { x: at, y: y + height - tall, width: Math.max(1, letter * 0.3), height: tall },
      colour,
    );
    if (random() < 0.4) continue;
    const stroke = y + height * (0.4 + random() * 0.5);
    const thin = Math.max(1, height * 0.15);
    rectangle(picture, { x: at, y: stroke, width: letter, height: thin }, colour);
  }
}
