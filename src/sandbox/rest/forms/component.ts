import { ButtonStyle, ComponentType as Type, TextInputStyle } from 'discord-api-types/v10';
import { z } from 'zod';

import { snowflakeSchema, textSchema } from './fields.ts';

/* Discord's limits for each component type (components/reference). Other fields are not checked. */

const customId = textSchema(100, 1);
const MAX_SELECTED = 25;
const MAX_INPUT_CHARACTERS = 4000;

const buttonSchema = z
  .looseObject({
    style: z.enum(ButtonStyle),
    label: textSchema(80).nullish(),
    custom_id: customId.nullish(),
    url: textSchema(512, 1).nullish(),
    disabled: z.boolean().nullish(),
  })
  .check((context) => {
    const { style, custom_id: id, url, label } = context.value;
    const report = (field: string, code: string, message: string): void => {
      context.issues.push({
        code: 'custom',
        input: context.value,
        path: [field],
        message,
        params: { code },
      });
    };
    if (style === ButtonStyle.Premium) return;
    const isLink = style === ButtonStyle.Link;
    if (isLink && !url) report('url', 'BASE_TYPE_REQUIRED', 'A url is required');
    if (!isLink && !id) report('custom_id', 'BASE_TYPE_REQUIRED', 'A custom id is required');
    if (id && url) {
      report(
        'custom_id',
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      );
    }
    if (!label && !context.value['emoji']) {
      report('label', 'BUTTON_COMPONENT_INVALID_LABEL', 'A label or emoji must be specified');
    }
  });

const selectSchema = z.looseObject({
  custom_id: customId,
  placeholder: textSchema(150).nullish(),
  min_values: z.int().min(0).max(MAX_SELECTED).nullish(),
  max_values: z.int().min(1).max(MAX_SELECTED).nullish(),
});

/** A select menu that Discord fills, with the types its default values may have. */
function autoSelectSchema(...types: ('user' | 'role' | 'channel')[]) {
  return selectSchema
    .extend({
      default_values: z
        .array(z.looseObject({ id: snowflakeSchema, type: z.enum(types) }))
        .nullish(),
    })
    .refine(
      ({ default_values: values, min_values: min, max_values: max }) => {
        const count = values?.length ?? 0;
        return count === 0 || (count >= (min ?? 1) && count <= (max ?? 1));
      },
      {
        path: ['default_values'],
        error: 'The number of default values must be between min_values and max_values.',
        params: { code: 'BASE_TYPE_BAD_LENGTH' },
      },
    );
}

const stringSelectSchema = selectSchema.extend({
  options: z
    .array(
      z.looseObject({
        label: textSchema(100, 1),
        value: textSchema(100, 1),
        description: textSchema(100).nullish(),
      }),
    )
    .min(1)
    .max(25)
    .refine((options) => new Set(options.map(({ value }) => value)).size === options.length, {
      error: 'The specified option value is already used',
      params: { code: 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED' },
    }),
});

const textInputSchema = z.looseObject({
  custom_id: customId,
  style: z.enum(TextInputStyle),
  label: textSchema(45, 1).nullish(),
  placeholder: textSchema(100).nullish(),
  value: textSchema(MAX_INPUT_CHARACTERS).nullish(),
  min_length: z.int().min(0).max(MAX_INPUT_CHARACTERS).nullish(),
  max_length: z.int().min(1).max(MAX_INPUT_CHARACTERS).nullish(),
});

const labelSchema = z.looseObject({
  label: textSchema(45, 1),
  description: textSchema(100).nullish(),
  component: z.looseObject({ type: z.int() }),
});

const SCHEMAS: Readonly<Partial<Record<Type, z.ZodType>>> = {
  [Type.ActionRow]: z.looseObject({ components: z.array(z.looseObject({ type: z.int() })) }),
  [Type.Button]: buttonSchema,
  [Type.StringSelect]: stringSelectSchema,
  [Type.UserSelect]: autoSelectSchema('user'),
  [Type.RoleSelect]: autoSelectSchema('role'),
  [Type.MentionableSelect]: autoSelectSchema('user', 'role'),
  [Type.ChannelSelect]: autoSelectSchema('channel'),
  [Type.TextInput]: textInputSchema,
  [Type.TextDisplay]: z.looseObject({ content: textSchema(4000, 1) }),
  [Type.Label]: labelSchema,
};

export function componentSchema(type: Type): z.ZodType {
  return SCHEMAS[type] ?? z.looseObject({ type: z.enum(Type) });
}
