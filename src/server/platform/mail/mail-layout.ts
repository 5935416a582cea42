import { BRAND } from '#contract/brand.ts'
import type { Mail } from './mail.ts'
import { escaped } from '../markup.ts'

let siteName = (): string => BRAND.name

/** Sets who the mails are from: the site can be renamed while it runs. */
export const signMailsAs = (name: () => string): void => void (siteName = name)

const UNSUBSCRIBE = 'Get no more of these mails'

/** The mail as plain text. */
export const asText = ({ title, words, button, afterwards, unsubscribe }: Mail): string =>
  [
    siteName(),
    title,
    ...words,
    `${button.label}:\n${button.url}`,
    ...afterwards,
    ...(unsubscribe ? [`${UNSUBSCRIBE}:\n${unsubscribe.page}`] : []),
    `${siteName()}. ${BRAND.tagline}`,
  ].join('\n\n') + '\n'

// Mail programs have neither our style sheet nor our fonts: tables, inline styles, and similar fonts.
const SERIF = "Fraunces,Georgia,'Times New Roman',serif"
const SANS = 'Figtree,system-ui,-apple-system,Segoe UI,Helvetica,Arial,sans-serif'

/** The mail as HTML. Without pictures: mail programs block them, and they could count readers. */
export const asHtml = ({
  subject,
  title,
  words,
  button,
  afterwards,
  unsubscribe,
}: Mail): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;background:#fbf8f3;color:#24142a;font-family:${SANS}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 0 20px;font:700 22px/28px ${SERIF};color:#5c2a8c">${escaped(siteName())}</td></tr>
<tr><td style="padding:32px;background:#fffdfa;border:1px solid #e7ded5;border-top:4px solid #c8993a;border-radius:16px">
<h1 style="margin:0 0 16px;font:600 28px/36px ${SERIF};color:#24142a">${escaped(title)}</h1>
${words.map((paragraph) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escaped(paragraph)}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${escaped(button.url)}" style="display:inline-block;padding:13px 22px;background:#5c2a8c;color:#ffffff;border-radius:10px;font-size:16px;font-weight:600;line-height:22px;text-decoration:none">${escaped(button.label)}</a></p>
${afterwards.map((paragraph) => `<p style="margin:0 0 12px;font-size:14px;line-height:20px;color:#594a5e">${escaped(paragraph)}</p>`).join('\n')}
<p style="margin:20px 0 0;padding:16px 0 0;border-top:1px solid #e7ded5;font-size:13px;line-height:20px;color:#6f6074">If the button does nothing, this is where it leads:<br><a href="${escaped(button.url)}" style="color:#5c2a8c;word-break:break-all">${escaped(button.url)}</a></p>
</td></tr>
<tr><td style="padding:20px 0 0;font-size:13px;line-height:20px;color:#6f6074">${escaped(BRAND.tagline)}${unsubscribe ? `<br><a href="${escaped(unsubscribe.page)}" style="color:#6f6074">${UNSUBSCRIBE}</a>` : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
