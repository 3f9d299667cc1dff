import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';

/** `GET` lists the add-ons, `PATCH` enables one (interface.md, "Add-ons"). Only some services disable one with `DELETE`. */
export const ADDONS_PATH = '/addons';
/** `PATCH` registers a keyword, `DELETE` removes it. Only some services list them with `GET`. */
export const KEYWORDS_PATH = '/addons/keywords';
/** Enables the global shared secret. */
export const ADDON_SECRETS_PATH = '/addons/secrets';

/** The only add-on the interface documents. */
export const KEYWORD_ALERT = 'keywordAlert';

const addonDescriptorSchema = z.looseObject({
  sku: z.string(),
  name: z.string(),
  info: z.string(),
  /** The interface's example: `metadata`. */
  attributes: z.record(z.string(), z.string()),
  /** The interface's example: `addon`, `webhook`. */
  requiredSetupProperties: z.array(z.string()),
});
export type AddonDescriptor = z.infer<typeof addonDescriptorSchema>;

export const addonListSchema = z.looseObject({
  /** By sku. */
  available: z.record(z.string(), addonDescriptorSchema),
  /** The skus of the enabled add-ons. */
  active: z.array(z.string()),
});
export type AddonList = z.infer<typeof addonListSchema>;

export const addonListEnvelopeSchema = envelopeSchema(addonListSchema);
export type AddonListEnvelope = z.infer<typeof addonListEnvelopeSchema>;

export const enableAddonRequestSchema = z.looseObject({
  addon: z.string().min(1),
  /** The service POSTs the events to this URL. */
  webhook: z.url({ protocol: /^https?$/ }),
  /** Includes the sample in events. Default: false. */
  includeFullMessage: z.boolean().optional(),
});
export type EnableAddonRequest = z.infer<typeof enableAddonRequestSchema>;

/** The body that disables an add-on with `DELETE`, which is not part of the interface. */
export const disableAddonRequestSchema = z.looseObject({ addon: z.string().min(1) });
export type DisableAddonRequest = z.infer<typeof disableAddonRequestSchema>;

/** The response to `GET` on the keywords, which is not part of the interface. */
export const keywordListEnvelopeSchema = envelopeSchema(
  z.looseObject({ keywords: z.array(z.string()) }),
);
export type KeywordListEnvelope = z.infer<typeof keywordListEnvelopeSchema>;

/** The body that registers or removes a keyword. */
export const keywordRequestSchema = z.looseObject({
  /** "Any alphanumeric or UTF-8 text." The interface gives no limit on count or length. */
  keyword: z.string().min(1),
});
export type KeywordRequest = z.infer<typeof keywordRequestSchema>;

/**
 * The method of the request that enables the shared secret, unless a client is configured otherwise. The interface documents only
 * the route ("Add-ons"); method and body follow the other writes of the group, and the embedded service accepts them.
 */
export const DEFAULT_ADDON_SECRETS_METHOD = 'PATCH';
export const DEFAULT_ADDON_SECRETS_BODY: Readonly<Record<string, never>> = {};

/** The embedded service's response; the interface doesn't say how the key is issued. */
export const addonSecretSchema = z.looseObject({
  /** The symmetric key of the events' HMAC: the bytes of this string, not decoded. */
  secret: z.string().min(1),
});
export type AddonSecret = z.infer<typeof addonSecretSchema>;
