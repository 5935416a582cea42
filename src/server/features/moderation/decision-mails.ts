import { houseName } from '#server/shared/site-settings/house-name.ts'
import { decisionWords } from '#contract/moderation.constants.ts'
import { config } from '#server/platform/config.ts'
import { emailAddressOf } from '#server/features/people/users/identities.service.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { appealToken } from './appeal-links.ts'
import { CaseModel, type CaseDocument } from './moderation.model.ts'

/** A banned person cannot log in: this link is their way to appeal. */
const bannedMail = (to: string, decided: CaseDocument): Mail => {
  const id = decided._id.toHexString()
  return {
    to,
    subject: `Your ${houseName()} account has been banned`,
    title: 'The guards have seen you out',
    words: [
      decisionWords(decided),
      ...(decided.note ? [decided.note] : []),
      'If you think that we were wrong, press the button and tell us. A person will read it.',
    ],
    button: { label: 'Read and appeal', url: `${config.PUBLIC_URL}/appeal/${id}?token=${appealToken(id)}` },
    afterwards: ['You can appeal once, within 30 days.'],
  }
}

const appealMail = (to: string, reversed: boolean): Mail => ({
  to,
  subject: `Your appeal to ${houseName()}`,
  title: reversed ? 'The door is open again' : 'The decision stands',
  words: [
    reversed
      ? 'We were wrong, and your account is yours again. The seat has been kept warm.'
      : 'Your appeal has been read. The decision stands.',
  ],
  button: {
    label: reversed ? 'Log in' : 'Read the guidelines',
    url: `${config.PUBLIC_URL}${reversed ? '/login' : '/guidelines'}`,
  },
  afterwards: ['You get this mail because you appealed.'],
})

interface About extends Record<string, string> {
  userId: string
  caseId: string
}

/** Null when the case or the account is deleted meanwhile. */
const written = async (
  { userId, caseId }: About,
  write: (to: string, decided: CaseDocument) => Mail,
): Promise<Mail | null> => {
  const [decided, to] = await Promise.all([
    CaseModel.findById(caseId).lean<CaseDocument>(),
    emailAddressOf(userId),
  ])
  return decided && to ? write(to.email, decided) : null
}

/** Mails a person that they are banned, and how to appeal. */
export const postBanned = mailTemplate<About>('banned', (about) => written(about, bannedMail))

/** Mails a banned person the result of their appeal. */
export const postAppealDecided = mailTemplate<About>('appeal-decided', (about) =>
  written(about, (to, { appeal }) => appealMail(to, appeal?.status === 'reversed')),
)
