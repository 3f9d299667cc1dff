import { z } from 'zod';

import { omitNullish } from '../omit-fields.ts';
import { textSchema, timestampSchema } from './fields.ts';

const MAX_EMBEDS = 10;
/** The limit for the titles, descriptions, fields, footers and authors of all embeds of a message. */
const MAX_CHARACTERS = 6000;

const urlSchema = textSchema(2048).refine((text) => /^(?:https?|attachment):\/\/\S+$/.test(text), {
  error: 'Not a well formed URL.',
  params: { code: 'URL_TYPE_INVALID_URL' },
});

const imageSchema = z.object({ url: urlSchema });

const embedSchema = z.object({
  title: textSchema(256).exactOptional(),
  description: textSchema(4096).exactOptional(),
  url: urlSchema.exactOptional(),
  timestamp: timestampSchema.exactOptional(),
  color: z.int().min(0).max(0xff_ff_ff).exactOptional(),
  footer: z.object({ text: textSchema(2048), icon_url: urlSchema.exactOptional() }).exactOptional(),
  image: imageSchema.exactOptional(),
  thumbnail: imageSchema.exactOptional(),
  author: z
    .object({
      name: textSchema(256, 1),
      url: urlSchema.exactOptional(),
      icon_url: urlSchema.exactOptional(),
    })
    .exactOptional(),
  fields: z
    .array(
      z.object({
        name: textSchema(256, 1),
        value: textSchema(1024, 1),
        inline: z.boolean().default(false),
      }),
    )
    .max(25)
    .exactOptional(),
});

/** Discord treats null fields as absent. */
const laxEmbedSchema = z.preprocess(
  (value) =>
    z.record(z.string(), z.unknown()).transform(omitNullish).safeParse(value).data ?? value,
  embedSchema,
);

export const embedsSchema = z
  .array(laxEmbedSchema)
  .max(MAX_EMBEDS)
  .check((context) => {
    const characters = context.value.reduce((sum, embed) => sum + charactersOf(embed), 0);
    if (characters <= MAX_CHARACTERS) return;
    context.issues.push({
      code: 'custom',
      input: context.value,
      message: `Embed size exceeds maximum size of ${MAX_CHARACTERS}`,
      params: { code: 'MAX_EMBED_SIZE_EXCEEDED' },
    });
  });

function charactersOf(embed: z.infer<typeof embedSchema>): number {
  const texts = [
    embed.title,
    embed.description,
    embed.footer?.text,
    embed.author?.name,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
