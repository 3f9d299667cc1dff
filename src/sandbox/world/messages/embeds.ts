import { EmbedType, type APIAttachment, type APIEmbed } from 'discord-api-types/v10';

const ATTACHMENT_SCHEME = 'attachment://';

/**
 * The embeds as Discord returns them: always of type `rich`, with the URLs of the message's files in place of
 * references such as `attachment://chart.png`.
 */
export function richEmbeds(
  embeds: readonly APIEmbed[],
  attachments: readonly APIAttachment[],
): APIEmbed[] {
  const resolve = (url: string): string => {
    if (!url.startsWith(ATTACHMENT_SCHEME)) return url;
    const filename = url.slice(ATTACHMENT_SCHEME.length);
    return attachments.find((attachment) => attachment.filename === filename)?.url ?? url;
  };
  return embeds.map((embed) => ({
    ...embed,
    type: EmbedType.Rich,
    ...(embed.image === undefined
      ? {}
      : { image: { ...embed.image, url: resolve(embed.image.url) } }),
    ...(embed.thumbnail === undefined
      ? {}
      : { thumbnail: { ...embed.thumbnail, url: resolve(embed.thumbnail.url) } }),
    ...(embed.author?.icon_url === undefined
      ? {}
      : { author: { ...embed.author, icon_url: resolve(embed.author.icon_url) } }),
    ...(embed.footer?.icon_url === undefined
      ? {}
      : { footer: { ...embed.footer, icon_url: resolve(embed.footer.icon_url) } }),
  }));
}
