import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { SendMessageInput } from './messages.ts'
import { ChangeGroupInput } from './messages.groups.ts'
import { CreateCommentInput } from './comments.ts'
import { CreatePostInput, EditPostInput, ReactInput } from './posts.ts'
import { ForgotInput, ResetPasswordInput, LoginInput } from './account.ts'
import { checkBio, checkDisplayName, checkEmail, checkLogin, checkPasswordTwice } from './account.checks.ts'
import { MESSAGES } from './errors.ts'
import { CreateReportInput } from './moderation.ts'
import { UpdateProfileInput } from './people.ts'
import { inSentence } from './text.ts'

const ID = 'a'.repeat(24)
const TOKEN = 'x'.repeat(43)
/** One character that is two UTF-16 units, as an input's maxlength counts. */
const CROWN = '👑'

type Row = [schema: z.ZodType, input: unknown, sentence: string | null]

// Product section 5 and DECISIONS row 40: what is typed, and the first sentence about it; null where all is
// well.
const ROWS: readonly Row[] = [
  [CreatePostInput, { text: ' \n ' }, 'Please write something before posting.'],
  [CreatePostInput, { text: '\u200b' }, 'Please write something before posting.'],
  [CreatePostInput, { text: 'x'.repeat(501) }, "Posts can't be longer than 500 characters."],
  [CreatePostInput, { text: 'x'.repeat(500) }, null],
  [CreatePostInput, { text: CROWN.repeat(250) }, null],
  [CreatePostInput, { text: CROWN.repeat(251) }, "Posts can't be longer than 500 characters."],
  [CreatePostInput, { text: 'Hm\u0000' }, 'That text has characters that we cannot save.'],
  [
    CreatePostInput,
    { text: 'Hm', altText: CROWN.repeat(71) },
    "Alt text can't be longer than 140 characters.",
  ],
  [CreatePostInput, { text: 'Hm', altText: CROWN.repeat(70) }, null],
  [EditPostInput, { text: '' }, 'Please write something before posting.'],
  [CreateCommentInput, { text: '\t' }, 'Please write something before posting your comment.'],
  [CreateCommentInput, { text: CROWN.repeat(251) }, "Comments can't be longer than 500 characters."],
  [CreateCommentInput, { text: CROWN.repeat(250) }, null],
  [SendMessageInput, { receiverId: ID, content: '' }, 'Please write something before sending.'],
  [
    SendMessageInput,
    { receiverId: ID, content: CROWN.repeat(1001) },
    "Messages can't be longer than 2000 characters.",
  ],
  [LoginInput, { email: '', password: 'x' }, 'Please fill in all fields'],
  [LoginInput, { email: 'a@b.io', password: '' }, 'Please fill in all fields'],
  [LoginInput, { email: 'a@b.io', password: CROWN.repeat(65) }, 'Invalid email or password'],
  [LoginInput, { email: 'a@b.io', password: 'x' }, null],
  [ForgotInput, { email: 'nobody' }, 'Please enter a valid email address.'],
  [ForgotInput, { email: ' A@B.io ' }, null],
  [ResetPasswordInput, { token: 'short', password: 'long-enough' }, 'Invalid reset token'],
  [
    ResetPasswordInput,
    { token: TOKEN, password: 'x'.repeat(7) },
    'Password must be at least 8 characters long',
  ],
  [ResetPasswordInput, { token: TOKEN, password: CROWN.repeat(4) }, null],
  [UpdateProfileInput, { displayName: ' ' }, 'Display name is required'],
  [UpdateProfileInput, { displayName: CROWN.repeat(26) }, 'Display name must be at most 50 characters'],
  [UpdateProfileInput, { bio: CROWN.repeat(81) }, 'Bio must be at most 160 characters'],
  [UpdateProfileInput, { bio: CROWN.repeat(80) }, null],
  [CreateReportInput, { targetType: 'post', targetId: ID, reason: '' }, 'Please tell us what is wrong.'],
  [
    CreateReportInput,
    { targetType: 'post', targetId: ID, reason: 'spam', details: CROWN.repeat(251) },
    "Reports can't be longer than 500 characters.",
  ],
  [CreateReportInput, { targetType: 'post', targetId: ID, reason: 'spam', details: CROWN.repeat(250) }, null],
]

describe('The rules that forms and server share', () => {
  it.each(
    ROWS.map(([schema, input, sentence]) => ({
      schema,
      name: schema.meta()?.id ?? 'form',
      typed: JSON.stringify(input).slice(0, 60),
      input,
      sentence,
    })),
  )('$name of $typed: $sentence', ({ schema, input, sentence }) => {
    expect(schema.safeParse(input).error?.issues[0]?.message ?? null).toBe(sentence)
  })
})

describe('An e-mail address', () => {
  it.each([
    [' X@Müller.example', 'x@xn--mller-kva.example'],
    ['x@mu\u0308ller.example', 'x@xn--mller-kva.example'],
    ['x@XN--mller-kva.example', 'x@xn--mller-kva.example'],
    ['x@пример.рф', 'x@xn--e1afmkfd.xn--p1ai'],
    ['A!b/c=d@people.example', 'a!b/c=d@people.example'],
    ["o'@people.example", "o'@people.example"],
  ])('is stored in one form: %j as %s', (typed, stored) => {
    expect(ForgotInput.parse({ email: typed }).email).toBe(stored)
    expect(LoginInput.parse({ email: typed, password: 'x' }).email).toBe(stored)
  })
})

describe('Text', () => {
  it.each([
    ['a post', CreatePostInput, 'text'],
    ['a comment', CreateCommentInput, 'text'],
    ['a bio', UpdateProfileInput, 'bio'],
  ] as const)('of %s has the line ends of one kind', (_what, schema, field) => {
    expect(schema.parse({ [field]: 'one\r\ntwo' })).toMatchObject({ [field]: 'one\ntwo' })
    expect(schema.safeParse({ [field]: 'one\rtwo' }).success).toBe(false)
  })

  it('of a name has no character that turns its letters', () => {
    const turned = ' \u202a\u202b\u202d\u202e\u2066\u2067\u2068klim\u2069\u202c '
    expect(UpdateProfileInput.parse({ displayName: turned })).toEqual({ displayName: 'klim' })
    expect(ChangeGroupInput.parse({ name: 'The \u202ethrone' })).toEqual({ name: 'The throne' })
  })

  it('of a sentence with a name is not turned by it', () => {
    expect([inSentence('Ann\u202e'), inSentence('Łukasz'), inSentence('عمر')]).toEqual([
      'Ann',
      'Łukasz',
      '\u2068عمر\u2069',
    ])
  })

  it('of the answers of a poll differs for the eye', () => {
    const accepts = (...options: string[]) =>
      CreatePostInput.safeParse({ text: 'x', poll: { options, minutes: 60 } }).success
    expect(accepts('Yes', 'Yes\u200b')).toBe(false)
    expect(accepts('caf\u00e9', 'cafe\u0301')).toBe(false)
    expect(accepts('Ｙｅｓ', 'yes')).toBe(false)
    expect(accepts('cafe', 'caf\u00e9')).toBe(true)
  })
})

describe('A reaction', () => {
  it.each(['❤', '❤️'])('is known as %j', (emoji) =>
    expect(ReactInput.parse({ emoji })).toEqual({ emoji: '❤️' }),
  )
  it('is one of the five', () => expect(ReactInput.safeParse({ emoji: '🎉' }).success).toBe(false))
})

describe('A check of an account form without the schema library', () => {
  const first = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message

  it.each([
    'ann@people.example',
    '  Ann@People.example ',
    '',
    'nobody',
    'a..b@people.example',
    'x@Müller.example',
    'x@пример.рф',
    "a!b/=?^_`{|}~#$%&'*+-@people.example",
    '"a b"@people.example',
    'a@müller..example',
    'a@mül ler.example',
    'a@müller.example/x',
    'a@mül%6cer.example',
    `${'x'.repeat(240)}@müller.io`,
    `${'x'.repeat(250)}@a.io`,
    `${'x'.repeat(249)}@a.io`,
    `${CROWN}@people.example`,
  ])("gives the schema's message for the address %j", (email) => {
    expect(checkEmail(email)).toBe(first(ForgotInput, { email }))
  })

  it.each(['', '1234567', '12345678', CROWN.repeat(3), CROWN.repeat(4), CROWN.repeat(64), CROWN.repeat(65)])(
    'says of the password %j what the schema says',
    (password) => {
      const { password: wrong } = checkPasswordTwice(
        { password, confirmPassword: password },
        { tooShort: MESSAGES.resetPasswordTooShort, differ: MESSAGES.resetPasswordsDiffer },
      )
      expect(wrong).toBe(first(ResetPasswordInput, { token: TOKEN, password }))
    },
  )

  it.each([
    ['ann@people.example', 'secret'],
    ['  ', 'secret'],
    ['ann', ''],
    ['x'.repeat(255), 'secret'],
    ['ann', 'x'.repeat(129)],
    ['', ''],
  ])("gives the schema's message for the log-in %j, %j", (email, password) => {
    const issue = LoginInput.safeParse({ email, password }).error?.issues[0]
    expect(checkLogin({ email, password })).toEqual(issue && { field: issue.path[0], message: issue.message })
  })

  it('reports that two passwords differ, once the first one is long enough', () => {
    const messages = { tooShort: MESSAGES.resetPasswordTooShort, differ: MESSAGES.resetPasswordsDiffer }
    const check = (password: string, confirmPassword: string) =>
      checkPasswordTwice({ password, confirmPassword }, messages)
    expect(check('long-enough', 'other')).toEqual({ confirmPassword: "Passwords don't match" })
    expect(check('short', 'other')).toEqual({ password: MESSAGES.resetPasswordTooShort })
    expect(check('long-enough', 'long-enough')).toEqual({})
  })

  it.each([
    'Ann',
    '',
    '  ',
    '\u200b',
    'a\nb',
    'a\u0000',
    CROWN.repeat(25),
    CROWN.repeat(26),
    ` ${'x'.repeat(50)} `,
    `\u202e${'x'.repeat(50)}`,
    '\u2067 \u2069',
  ])("gives the schema's message for the display name %j", (displayName) => {
    expect(checkDisplayName(displayName)).toBe(first(UpdateProfileInput, { displayName }))
  })

  it.each(['', 'Hm', 'a\nb', 'a\u0000', CROWN.repeat(80), CROWN.repeat(81)])(
    'says of the bio %j what the schema says',
    (bio) => {
      expect(checkBio(bio)).toBe(first(UpdateProfileInput, { bio }))
    },
  )
})
