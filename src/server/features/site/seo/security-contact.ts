import { config } from '#server/platform/config.ts'

const DAY = 24 * 3600_000
/** RFC 9116 recommends less than a year. The file is generated for each request. */
const GOOD_FOR = 180 * DAY

/** /.well-known/security.txt (RFC 9116): the contact for reports of vulnerabilities. */
export function securityContact(now = Date.now()): string {
  const expires = new Date(Math.floor((now + GOOD_FOR) / DAY) * DAY).toISOString()
  return [
    `Contact: ${contact()}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${config.PUBLIC_URL}/.well-known/security.txt`,
    '',
  ].join('\n')
}

function contact(): string {
  const { SECURITY_CONTACT, MAIL_FROM } = config
  if (SECURITY_CONTACT) return SECURITY_CONTACT
  return `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim()}`
}
