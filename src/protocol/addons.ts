import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';

/** `GET` lists the add-ons, `PATCH` enables one (interface.md, "Add-ons"). */
export const ADDONS_PATH = '/addons';
/** `PATCH` registers a keyword, `DELETE` removes it. */
export const KEYWORDS_PATH = '/addons/keywords';
/** Enables the global shared secret. */
export const ADDON_SECRETS_PATH = '/addons/secrets';

/** The one add-on the interface shows. */
export const KEYWORD_ALERT = 'keywordAlert';

const addonDescriptorSchema = z.looseObject({
  sku: z.string(),
  name: z.string(),
  info: z.string(),
  /** Seen: `metadata`. */
  attributes: z.record(z.string(), z.string()),
  /** Seen: `addon`, `webhook`. */
  requiredSetupProperties: z.array(z.string()),
});
export type AddonDescriptor = z.infer<typeof addonDescriptorSchema>;

export const addonListSchema = z.looseObject({
  /** By sku. */
  available: z.record(z.string(), addonDescriptorSchema),
  /** The skus of the enabled ones. */
  active: z.array(z.string()),
});
export type AddonList = z.infer<typeof addonListSchema>;

export const addonListEnvelopeSchema = envelopeSchema(addonListSchema);
export type AddonListEnvelope = z.infer<typeof addonListEnvelopeSchema>;

export const enableAddonRequestSchema = z.looseObject({
  addon: z.string().min(1),
  /** Receives the events, as POSTs. */
  webhook: z.url({ protocol: /^https?$/ }),
  /** Whether events carry the sample; false when absent. */
  includeFullMessage: z.boolean().optional(),
});
export type EnableAddonRequest = z.infer<typeof enableAddonRequestSchema>;

/** The body of both operations on keywords. */
export const keywordRequestSchema = z.looseObject({
  /** "Any alphanumeric or UTF-8 text." Limits on number and length: not shown. */
  keyword: z.string().min(1),
});
export type KeywordRequest = z.infer<typeof keywordRequestSchema>;

/**
 * How the shared secret is asked for, unless a client is configured otherwise. Only the route is known (interface.md,
 * "Add-ons"); method and payload are chosen to be like the other writes of the group, and the embedded service takes these.
 */
export const DEFAULT_ADDON_SECRETS_METHOD = 'PATCH';
export const DEFAULT_ADDON_SECRETS_BODY: Readonly<Record<string, never>> = {};

/** What the embedded service answers there; the interface does not show how the key is issued. */
export const addonSecretSchema = z.looseObject({
  /** The symmetric key of the events' hmac, used as the bytes of this very string. */
  secret: z.string().min(1),
});
export type AddonSecret = z.infer<typeof addonSecretSchema>;
