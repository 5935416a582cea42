import { PASSWORD } from '#tests/support/http-client.ts'
import { aSubscription } from '#tests/support/push-service.ts'
import {
  aFunnel,
  announced,
  appealed,
  comment,
  deadJob,
  decision,
  article,
  errorGroup,
  figuresKey,
  fresh,
  funnel,
  group,
  held,
  invitation,
  picture,
  post,
  pushDevice,
  report,
  sent,
  sessionOf,
  sharedFigures,
  newcomer,
  openAlert,
  type World,
} from './world.ts'

/** A link that has the shape of ours, with a signature that is not. */
const endLink = (): Given => ({ params: { token: `${'0'.repeat(24)}.forged` } })

/** The input of a call. `params` by their names in the path. */
export interface Given {
  params?: Record<string, string>
  query?: string
  body?: unknown
}

/** Answers for a visitor, the owner, another person, a moderator, an admin. */
type Answers = readonly [visitor: number, owner: number, other: number, moderator: number, admin: number]

export interface Row {
  answers: Answers
  /** Creates the record for the call; for the next of the five anew when the call has changed it. */
  given?: (world: World) => Promise<Given> | Given
  /** The call ends the session or the account, so a new person makes it. */
  ends?: true
}

const public_: Answers = [200, 200, 200, 200, 200]
const members: Answers = [401, 200, 200, 200, 200]
const admins: Answers = [401, 403, 403, 403, 200]
const staff: Answers = [401, 403, 403, 200, 200]

const row = (answers: Answers, given?: Row['given']): Row => ({ answers, ...(given && { given }) })
const ending = (answers: Answers, given?: Row['given']): Row => ({ ...row(answers, given), ends: true })
const ofOwner = ({ owner }: World): Given => ({
  params: { id: owner.id, handle: owner.handle, userId: owner.id },
})
/** A person besides the five. */
const ofNewcomer = async (world: World): Promise<Given> => ({ params: { id: (await newcomer(world)).id } })
const aPost = async (world: World, body?: unknown): Promise<Given> => ({
  params: { postId: (await post(world)).id },
  body,
})
const aPoll = async (world: World): Promise<Given> => ({
  params: { postId: (await post(world, { poll: { options: ['Yes', 'No'], minutes: 60 } })).id },
  body: { option: 1 },
})
const aComment = async (world: World, body?: unknown): Promise<Given> => ({
  params: { commentId: (await comment(world)).id },
  body,
})
const aConversation = async (world: World, body?: unknown): Promise<Given> => {
  const { conversationId, id } = await sent(world)
  return { params: { conversationId, messageId: id }, body }
}
const aGroup = async (world: World, body?: unknown): Promise<Given> => ({
  params: { groupId: (await group(world)).id, userId: world.admin.id },
  body,
})
const anInvitation = async (world: World): Promise<Given> => {
  const { id } = await group(world)
  const { body } = await world.owner.post<{ token: string }>(`/messages/groups/${id}/invite`)
  return { params: { token: body.token } }
}
const anUpload = async (world: World): Promise<Given> => ({ params: { id: (await picture(world)).id } })
const aFile = async (world: World): Promise<Given> => ({
  params: { filename: (await picture(world)).mediaUrl.split('/').at(-1)! },
})
const aArticle = async (world: World, published: boolean, body?: unknown): Promise<Given> => {
  const { id, slug } = await article(world, published)
  return { params: { id, slug }, body }
}
const aReport = async (world: World, body?: unknown): Promise<Given> => ({
  params: { id: (await report(world)).id },
  body,
})
const aHeld = async (world: World): Promise<Given> => ({ params: { id: await held(world) } })
const aDeadJob = async (): Promise<Given> => ({ params: { id: await deadJob() } })
const anErrorGroup = async (world: World): Promise<Given> => ({ params: { id: await errorGroup(world) } })
const anAlert = async (_: World, body?: unknown): Promise<Given> => ({
  params: { id: await openAlert() },
  body,
})
const given = (body: unknown) => (): Given => ({ body })

/**
 * Every call of the contract (product section 7, DECISIONS row 38) for each role (section 6). A new call
 * needs a row.
 */
/** Valid in form, but not a real passkey. */
const NO_PASSKEY = {
  id: 'eHg',
  rawId: 'eHg',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
}

export const ROWS: Record<string, Row> = {
  'GET /auth/me': row(members),
  'POST /auth/login': ending(public_, async (world) => ({
    body: { email: (await newcomer(world)).email, password: PASSWORD },
  })),
  'POST /auth/register': ending([201, 201, 201, 201, 201], () => {
    const handle = fresh('registers')
    return { body: { email: `${handle}@people.example`, handle, displayName: handle, password: PASSWORD } }
  }),
  'POST /auth/register/details': row(
    [204, 204, 204, 204, 204],
    given({ handle: 'nobody_yet', birthYear: 1990 }),
  ),
  'POST /auth/logout': ending([204, 204, 204, 204, 204]),
  'GET /auth/google': row([302, 302, 302, 302, 302]),
  'GET /auth/google/callback': row([302, 302, 302, 302, 302]),
  'GET /auth/google/newcomer': row([404, 404, 404, 404, 404]),
  'POST /auth/email/confirm/again': row([401, 204, 204, 204, 204]),
  'GET /auth/handle': row(public_, () => ({ query: 'handle=somebody_new' })),
  'POST /auth/password': row(
    [204, 204, 204, 204, 204],
    given({ password: PASSWORD, handle: 'somebody_new', email: 'new@people.example' }),
  ),
  'POST /auth/puzzle': row(public_),
  'POST /auth/puzzle/answer': row(
    [400, 400, 400, 400, 400],
    given({ token: `${'x'.repeat(22)}.1.${'x'.repeat(43)}`, answer: '7' }),
  ),
  'POST /auth/google/register': row(
    [404, 404, 404, 404, 404],
    given({ handle: 'nobody_yet', displayName: 'Nobody' }),
  ),
  'DELETE /auth/google': row([401, 200, 200, 200, 200]),
  'GET /auth/sessions': row(members),
  'GET /auth/activity': row(members),
  'DELETE /auth/sessions/:sessionId': row([401, 204, 404, 404, 404], async (world) => ({
    params: { sessionId: await sessionOf(world) },
  })),
  'DELETE /auth/sessions': ending([401, 204, 204, 204, 204]),
  'PUT /auth/password': ending(
    [401, 204, 204, 204, 204],
    given({ currentPassword: PASSWORD, password: 'another-for-the-throne' }),
  ),
  'GET /auth/proof': row(members),
  'POST /auth/proof': row([401, 204, 204, 204, 204], given({ password: PASSWORD })),
  'GET /auth/proof/recent': row([401, 204, 204, 204, 204]),
  'GET /auth/login/second': row([404, 404, 404, 404, 404]),
  'POST /auth/login/second': row([404, 404, 404, 404, 404], given({ code: '123456' })),
  'POST /auth/login/passkey': row([400, 400, 400, 400, 400], given({ passkey: NO_PASSKEY })),
  'POST /auth/passkeys/challenge': row(public_),
  'GET /auth/second-factor': row(members),
  'POST /auth/totp': row(members),
  'PUT /auth/totp': row([401, 400, 400, 400, 400], given({ code: '123456' })),
  'DELETE /auth/totp': row([401, 404, 404, 404, 404]),
  'POST /auth/passkeys/options': row(members),
  'POST /auth/passkeys': row(
    [401, 400, 400, 400, 400],
    given({
      name: 'My phone',
      passkey: { ...NO_PASSKEY, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    }),
  ),
  'DELETE /auth/passkeys/:passkeyId': row([401, 404, 404, 404, 404], () => ({
    params: { passkeyId: 'x'.repeat(12) },
  })),
  'POST /auth/recovery-codes': row([401, 404, 404, 404, 404]),
  'PUT /auth/email': row([401, 200, 200, 200, 200], () => ({
    body: { email: `${fresh('moves')}@people.example`, currentPassword: PASSWORD },
  })),
  'DELETE /auth/email': row([401, 200, 200, 200, 200]),
  'POST /auth/email/confirm': row([400, 400, 400, 400, 400], given({ token: 'x'.repeat(43) })),
  'PATCH /users/me/notifications': row(members, given({ type: 'FOLLOW', on: true })),
  'POST /auth/forgot-password': row(public_, given({ email: 'nobody@people.example' })),
  'POST /auth/reset-password': row(
    [400, 400, 400, 400, 400],
    given({ token: 'x'.repeat(43), password: 'another-for-the-throne' }),
  ),
  'POST /auth/forgot-username': row(public_, given({ email: 'nobody@people.example' })),

  'GET /users/search': row(public_, () => ({ query: 'q=owner' })),
  'GET /users/:handle': row(public_, ofOwner),
  'GET /users/me/suggested': row(members),
  'GET /users/me/muted': row(members),
  'GET /users/me/blocked': row(members),
  'DELETE /users/me/newcomer': row([401, 204, 204, 204, 204]),
  'PATCH /users/me': row(members, given({ bio: 'Sits.' })),
  'POST /users/:id/follow': row([401, 400, 200, 200, 200], ofOwner),
  'DELETE /users/:id/follow': row([401, 200, 200, 200, 200], ofOwner),
  'GET /users/:id/is-following': row(public_, ofOwner),
  'GET /users/:id/relation': row(members, ofOwner),
  'GET /users/:id/followers': row(public_, ofOwner),
  'GET /users/:id/following': row(public_, ofOwner),
  'POST /users/:id/mute': row(members, ofNewcomer),
  'DELETE /users/:id/mute': row(members, ofNewcomer),
  'POST /users/:id/block': row(members, ofNewcomer),
  'DELETE /users/:id/block': row(members, ofNewcomer),

  'GET /posts': row(public_),
  'GET /posts/:postId': row(public_, aPost),
  'GET /users/:handle/posts': row(public_, ofOwner),
  'GET /users/:handle/media': row(public_, ofOwner),
  'GET /users/:handle/likes': row(public_, ofOwner),
  'GET /users/:handle/replies': row(public_, ofOwner),
  'GET /trending': row(public_),
  'POST /posts': row([401, 201, 201, 201, 201], () => ({ body: { text: fresh('A drop') } })),
  'PATCH /posts/:postId': row([401, 200, 403, 403, 403], (world) => aPost(world, { text: 'Reworded' })),
  'PUT /posts/:postId/dial': row([401, 200, 403, 403, 403], (world) => aPost(world, { dial: 'gentle' })),
  'GET /plungers': row(members),
  'PUT /posts/:postId/plunger': row([401, 200, 403, 403, 403], (world) => aPost(world, { hours: 1 })),
  'DELETE /posts/:postId/plunger': row([401, 204, 403, 403, 403], aPost),
  'PUT /posts/:postId/hidden': row([401, 409, 403, 403, 403], (world) => aPost(world, { hidden: true })),
  'GET /posts/:postId/versions': row(public_, aPost),
  'DELETE /posts/:postId': row([401, 204, 403, 403, 204], aPost),
  'POST /posts/:postId/restore': row([401, 200, 404, 404, 404], aPost),
  'POST /posts/:postId/share': row(public_, aPost),
  'POST /posts/:postId/react': row(members, (world) => aPost(world, { emoji: '💩' })),
  'PUT /posts/:postId/reaction': row(members, (world) => aPost(world, { emoji: '💩' })),
  'DELETE /posts/:postId/reaction': row(members, aPost),
  'GET /posts/:postId/reactions': row(public_, aPost),
  'GET /bookmarks': row(members),
  'GET /posts/:postId/bookmark': row(members, aPost),
  'PUT /posts/:postId/bookmark': row(members, aPost),
  'DELETE /posts/:postId/bookmark': row(members, aPost),
  'GET /posts/:postId/vote': row(members, aPost),
  'POST /posts/:postId/vote': row(members, aPoll),
  'GET /posts/:postId/comments': row(public_, aPost),
  'POST /posts/:postId/comments': row([401, 201, 201, 201, 201], (world) => aPost(world, { text: 'Seen' })),
  'GET /comments/:commentId': row(public_, aComment),
  'PATCH /comments/:commentId': row([401, 200, 403, 403, 403], (world) =>
    aComment(world, { text: 'Seen again' }),
  ),
  'DELETE /comments/:commentId': row([401, 204, 403, 403, 204], aComment),
  'GET /posts/:postId/roast': row(public_, aPost),
  'GET /posts/:postId/comment-permission': row(members, aPost),
  'PUT /comments/:commentId/poo': row(members, aComment),
  'DELETE /comments/:commentId/poo': row(members, aComment),

  'POST /media/upload': row([401, 400, 400, 400, 400]),
  'POST /media/upload-url': row(members, given({ fileExtension: 'jpg', purpose: 'post' })),
  'PUT /media/direct/:filename': row([401, 400, 400, 400, 400], async (world) => ({
    params: { filename: (await announced(world)).mediaUrl.split('/').at(-1)! },
  })),
  'GET /media/limits': row(public_),
  'GET /media/uploads': row(members),
  'GET /media/direct/:filename': row([404, 200, 404, 404, 404], aFile),
  'GET /media/:id': row([401, 200, 404, 404, 404], anUpload),
  'POST /media/:id/complete': row([401, 400, 404, 404, 404], async (world) => ({
    params: { id: (await announced(world)).id },
  })),
  'POST /link-cards': row(members, given({ url: 'https://site.test/' })),
  'DELETE /media/:id': row([401, 204, 404, 404, 404], anUpload),

  'POST /messages': row([401, 201, 201, 201, 201], async (world) => ({
    body: { receiverId: (await newcomer(world)).id, content: 'Psst' },
  })),
  'POST /messages/groups': row([401, 201, 201, 201, 201], () => ({
    body: { name: 'Meeting', memberIds: [] },
  })),
  'PATCH /messages/groups/:groupId': row([401, 200, 404, 404, 403], (world) =>
    aGroup(world, { name: 'Another' }),
  ),
  'GET /messages/groups/:groupId/members': row([401, 200, 404, 404, 200], aGroup),
  'POST /messages/groups/:groupId/members': row([401, 200, 404, 404, 403], async (world) => {
    const friend = await newcomer(world)
    await friend.post(`/users/${world.owner.id}/follow`)
    return aGroup(world, { memberIds: [friend.id] })
  }),
  'DELETE /messages/groups/:groupId/members/:userId': row([401, 200, 404, 404, 403], aGroup),
  'PUT /messages/groups/:groupId/admins/:userId': row([401, 200, 404, 404, 403], aGroup),
  'DELETE /messages/groups/:groupId/admins/:userId': row([401, 200, 404, 404, 403], aGroup),
  'POST /messages/groups/:groupId/leave': row([401, 204, 404, 404, 204], aGroup),
  'POST /messages/groups/:groupId/invite': row([401, 201, 404, 404, 403], aGroup),
  'DELETE /messages/groups/:groupId/invite': row([401, 204, 404, 404, 403], aGroup),
  'GET /messages/join/:token': row(members, anInvitation),
  'POST /messages/join/:token': row(members, anInvitation),
  'GET /messages/conversations': row(members),
  'GET /messages/requests': row(members),
  'GET /messages/search': row(members, () => ({ query: 'q=hello' })),
  'POST /messages/:conversationId/accept': row([401, 200, 404, 404, 200], aConversation),
  'POST /messages/:conversationId/decline': row([401, 200, 404, 404, 200], aConversation),
  'GET /messages/with/:userId': row([401, 200, 200, 200, 200], async (world) => ({
    params: { userId: (await newcomer(world)).id },
  })),
  // The admin may, as one of the conversation's two people.
  'GET /messages/:conversationId': row([401, 200, 404, 404, 200], aConversation),
  'POST /messages/:conversationId/read': row([401, 200, 404, 404, 200], (world) =>
    aConversation(world, { seq: 1 }),
  ),
  'POST /messages/:conversationId/unread': row([401, 200, 404, 404, 200], aConversation),
  'PUT /messages/:conversationId/mute': row([401, 200, 404, 404, 200], (world) =>
    aConversation(world, { for: '8h' }),
  ),
  'DELETE /messages/:conversationId/mute': row([401, 200, 404, 404, 200], aConversation),
  'PUT /messages/:conversationId/disappearing': row([401, 200, 404, 404, 200], (world) =>
    aConversation(world, { after: '7d' }),
  ),
  'GET /messages/archived': row(members),
  'PUT /messages/:conversationId/archive': row([401, 200, 404, 404, 200], aConversation),
  'DELETE /messages/:conversationId/archive': row([401, 200, 404, 404, 200], aConversation),
  'PUT /messages/:conversationId/pin': row([401, 200, 404, 404, 200], aConversation),
  'DELETE /messages/:conversationId/pin': row([401, 200, 404, 404, 200], aConversation),
  'DELETE /messages/:conversationId/:messageId': row([401, 200, 404, 404, 403], aConversation),
  'POST /messages/:conversationId/:messageId/restore': row([401, 200, 404, 404, 403], aConversation),
  'PATCH /messages/:conversationId/:messageId': row([401, 200, 404, 404, 403], (world) =>
    aConversation(world, { content: 'Psst, again' }),
  ),
  'GET /messages/:conversationId/:messageId/versions': row([401, 200, 404, 404, 200], aConversation),
  'DELETE /messages/:conversationId/:messageId/preview': row([401, 200, 404, 404, 403], aConversation),
  'PUT /messages/:conversationId/:messageId/reaction': row([401, 200, 404, 404, 200], (world) =>
    aConversation(world, { emoji: '🪠' }),
  ),
  'DELETE /messages/:conversationId/:messageId/reaction': row([401, 200, 404, 404, 200], aConversation),
  // The server of the matrix allows no undo: it is always too late.
  'POST /messages/:conversationId/:messageId/take-back': row([401, 409, 404, 404, 403], aConversation),

  'GET /notifications': row(members),
  'GET /notifications/unread-count': row(members),
  'POST /notifications/read': row(members, given({ ids: [] })),
  'GET /notifications/push': row(members),
  'PATCH /notifications/push': row(members, given({ kind: 'follows', on: true })),
  'PUT /notifications/push/device': row(members, () => ({ body: aSubscription() })),
  'DELETE /notifications/push/devices/:id': row([401, 200, 404, 404, 404], async (world) => ({
    params: { id: await pushDevice(world) },
  })),

  'POST /batch': row(public_, given({ reads: [{ path: '/api/posts' }] })),

  'POST /reports': row([401, 400, 201, 201, 201], async (world) => ({
    body: { targetType: 'post', targetId: (await post(world)).id, reason: 'spam' },
  })),
  'GET /users/me/reports': row(members),
  'GET /users/me/decisions': row(members),
  'GET /moderation/cases/:id': row([404, 200, 404, 404, 404], async (world) => ({
    params: { id: (await decision(world)).id },
  })),
  'POST /moderation/cases/:id/appeal': row([404, 201, 404, 404, 404], async (world) => ({
    params: { id: (await decision(world)).id },
    body: { text: 'It was the duck.' },
  })),

  'GET /blog/posts': row(public_),
  'GET /blog/counts': row(admins),
  'GET /blog/posts/:slug': row(public_, (world) => aArticle(world, true)),
  'GET /blog/posts/:slug (a draft)': row([404, 404, 404, 404, 200], (world) => aArticle(world, false)),
  'GET /blog/posts/:slug/next': row(public_, (world) => aArticle(world, true)),
  'GET /blog/posts/:slug/next (of a draft)': row([404, 404, 404, 404, 200], (world) =>
    aArticle(world, false),
  ),
  'GET /blog/posts/:id/reactions': row(public_, (world) => aArticle(world, true)),
  'GET /blog/posts/:id/reactions (of a draft)': row([404, 404, 404, 404, 404], (world) =>
    aArticle(world, false),
  ),
  'PUT /blog/posts/:id/reaction': row(members, (world) => aArticle(world, true, { emoji: '💩' })),
  'PUT /blog/posts/:id/reaction (of a draft)': row([401, 404, 404, 404, 404], (world) =>
    aArticle(world, false, { emoji: '💩' }),
  ),
  'POST /blog/posts': row([401, 403, 403, 403, 201], () => {
    const slug = fresh('decree').replace('_', '-')
    return { body: { title: slug, slug, content: 'Hear ye.', published: true } }
  }),
  'GET /blog/editor/:id': row(admins, (world) => aArticle(world, false)),
  'GET /blog/mails': row(public_),
  'PUT /blog/mails': row(members, given({ subscribed: false })),
  'POST /blog/mails/ask': row(public_, given({ email: 'reader@people.example' })),
  'POST /blog/mails/confirm': row([400, 400, 400, 400, 400], given({ token: 'lost' })),
  'GET /blog/mails/end/:token': row([302, 302, 302, 302, 302], endLink),
  'POST /blog/mails/end/:token': row([400, 400, 400, 400, 400], endLink),
  'GET /notifications/digest': row(members),
  // Without a confirmed address.
  'PUT /notifications/digest': row([401, 409, 409, 409, 409], given({ every: 'day' })),
  'GET /notifications/digest/end/:token': row([302, 302, 302, 302, 302], endLink),
  'POST /notifications/digest/end/:token': row([400, 400, 400, 400, 400], endLink),
  'POST /blog/preview': row(admins, () => ({ body: { content: 'Hear ye.' } })),
  'PATCH /blog/posts/:id': row(admins, (world) => aArticle(world, true, { published: false })),
  'DELETE /blog/posts/:id': row([401, 403, 403, 403, 204], (world) => aArticle(world, true)),

  'GET /user/privacy-settings': row(members),
  'PUT /user/privacy-settings': row(members, given({ marketingConsent: true })),
  'GET /user/export-data': row(members),
  'GET /user/export-pages': row(members),
  'DELETE /user/delete-account': ending([401, 204, 204, 204, 204]),

  'GET /admin/stats': row(admins),
  'GET /admin/users': row(admins),
  'PATCH /admin/users/:id/admin': row(admins, async (world) => ({
    ...(await ofNewcomer(world)),
    body: { isAdmin: true },
  })),
  'PATCH /admin/users/:id/moderator': row(admins, async (world) => ({
    ...(await ofNewcomer(world)),
    body: { isModerator: true },
  })),
  'DELETE /admin/users/:id/sessions': row([401, 403, 403, 403, 204], ofNewcomer),
  'DELETE /admin/users/:id': row([401, 403, 403, 403, 204], ofNewcomer),
  'GET /admin/posts': row(staff),
  'PATCH /admin/posts/:postId/nsfw': row(staff, (world) => aPost(world, { nsfw: true })),
  'DELETE /admin/posts/:postId': row([401, 403, 403, 403, 204], aPost),
  'GET /admin/audit': row(admins),
  'GET /admin/pending': row(staff),
  'GET /admin/reports': row(staff),
  'GET /admin/reports/:id': row(staff, aReport),
  'PATCH /admin/reports/:id': row(staff, (world) => aReport(world, { status: 'resolved' })),
  'POST /admin/reports/:id/actions': row([401, 403, 403, 201, 201], (world) =>
    aReport(world, { action: 'warn' }),
  ),
  'GET /admin/appeals': row(staff),
  'PATCH /admin/appeals/:id': row(staff, async (world) => ({
    params: { id: (await appealed(world)).id },
    body: { status: 'upheld' },
  })),
  'GET /announcement': row(public_),
  'GET /admin/house': row(admins),
  'GET /auth/sign-up': row(public_),
  'PUT /admin/blocks': row(
    admins,
    given({ refusedWords: [], heldWords: [], linkDomains: [], mailDomains: [], rev: 0 }),
  ),
  'PUT /admin/sign-up': row(admins, given({ mode: 'open' })),
  'GET /admin/invitations': row(admins),
  'POST /admin/invitations': row([401, 403, 403, 403, 201], given({ maxUses: 1, days: 1 })),
  'DELETE /admin/invitations/:id': row(admins, async (world) => ({
    params: { id: await invitation(world) },
  })),
  // The name that it has: other tests read it.
  'PUT /admin/house-name': row(admins, given({ name: 'Royal Flush' })),
  'PUT /admin/announcement': row(admins, given({ text: 'The water is off from 9 to 10.' })),
  'DELETE /admin/announcement': row(admins),
  'POST /admin/seo-refresh': row(admins),
  'POST /admin/google-refresh': row(admins),
  'POST /admin/anti-asshole/enable': row(admins),
  'POST /admin/anti-asshole/disable': row(admins),
  'POST /admin/database/export-users': row(admins),
  'POST /admin/database/export-posts': row(admins),
  'POST /admin/database/analytics-report': row(admins),
  'GET /users/me/waiting': row(members),
  'DELETE /users/me/waiting/:id': row([401, 204, 404, 404, 404], aHeld),
  'GET /admin/held': row(staff),
  'POST /admin/held/:id/release': row([401, 403, 403, 204, 204], aHeld),
  'DELETE /admin/held/:id': row([401, 403, 403, 204, 204], aHeld),
  'GET /admin/analytics/realtime': row(admins),
  'GET /analytics/stats': row(admins),
  'GET /analytics/report': row(admins),
  'GET /analytics/report.csv': row(admins),
  // The token counts, not the person.
  'GET /analytics/figures': row([401, 401, 401, 401, 401]),
  'GET /analytics/figures/retention': row([401, 401, 401, 401, 401]),
  'GET /analytics/figures/funnels': row([401, 401, 401, 401, 401]),
  'GET /analytics/retention': row(admins),
  'GET /analytics/retention.csv': row(admins),
  'GET /analytics/funnels': row(admins),
  'GET /analytics/funnels.csv': row(admins),
  'POST /analytics/funnels': row([401, 403, 403, 403, 201], given(aFunnel)),
  'PATCH /analytics/funnels/:id': row(admins, async (world) => ({
    params: { id: (await funnel(world)).id },
    body: { name: 'Renamed' },
  })),
  'DELETE /analytics/funnels/:id': row([401, 403, 403, 403, 204], async (world) => ({
    params: { id: (await funnel(world)).id },
  })),
  'GET /analytics/shared': row(public_, async (world) => ({ query: `link=${await sharedFigures(world)}` })),
  'GET /analytics/keys': row(admins),
  'POST /analytics/keys': row([401, 403, 403, 403, 201], given({ kind: 'token', name: 'Dashboard' })),
  'DELETE /analytics/keys/:id': row(admins, async (world) => ({
    params: { id: (await figuresKey(world)).id },
  })),

  'GET /ai-monitor/status': row(admins),
  'POST /ai-monitor/force-check': row(admins),
  'POST /ai-monitor/test-error': row([401, 403, 403, 403, 204], given({ errorType: 'validation' })),
  'POST /ai-monitor/manual-fix': row(admins, given({ errorMessage: 'Database connectivity failed' })),
  'POST /ai-monitor/errors/:id/resolve': row(admins, anErrorGroup),
  'POST /ai-monitor/errors/:id/reopen': row(admins, anErrorGroup),
  'POST /ai-monitor/jobs/:id/retry': row([401, 403, 403, 403, 204], aDeadJob),
  'POST /ai-monitor/jobs/:id/discard': row([401, 403, 403, 403, 204], aDeadJob),
  'GET /ai-monitor/alerts': row(admins),
  'POST /ai-monitor/alerts/:id/acknowledge': row(admins, anAlert),
  'POST /ai-monitor/alerts/:id/silence': row(admins, (world) => anAlert(world, { hours: 8 })),
  'PUT /ai-monitor/alert-rules/:rule': row(admins, () => ({
    params: { rule: 'queue' },
    body: { on: true, threshold: 300 },
  })),
  'PATCH /ai-monitor/alert-channels': row(admins, given({ mail: true, push: true })),
  'PUT /ai-monitor/alert-webhook': row(admins, given({ url: null })),
  // There is none.
  'POST /ai-monitor/alert-webhook/test': row([401, 403, 403, 403, 404]),
  'GET /ai-monitor/wall': row(admins),
  'GET /ai-monitor/wall/timeline': row(admins),
  'POST /ai-monitor/browser-error': row(
    [204, 204, 204, 204, 204],
    given({ message: 'Cannot read properties of undefined', stack: '', page: '/' }),
  ),
}
