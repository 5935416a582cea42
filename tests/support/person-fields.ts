import mongoose, { mongo } from 'mongoose'

/**
 * Every field of the store in which one of these words is, in any letter case: 'posts.author.handle'. A person's id
 * that is the key of a map is '*'.
 */
export async function fieldsWith(words: readonly string[]): Promise<Set<string>> {
  const wanted = new RegExp(words.join('|'), 'i')
  const found = new Set<string>()
  const look = (value: unknown, at: string): void => {
    if (value instanceof mongo.ObjectId || typeof value === 'string') {
      if (wanted.test(String(value))) found.add(at)
    } else if (Array.isArray(value)) for (const one of value) look(one, at)
    else if (value !== null && typeof value === 'object' && !(value instanceof Date || '_bsontype' in value))
      for (const [key, inside] of Object.entries(value)) {
        if (wanted.test(key)) found.add(`${at}.*`)
        look(inside, `${at}.${/^[0-9a-f]{24}$/.test(key) ? '*' : key}`)
      }
  }
  for (const collection of await mongoose.connection.db!.collections())
    for await (const document of collection.find()) look(document, collection.collectionName)
  return found
}

/** Deleted as a whole with the account, by its id. */
const OWN = new Set(['users', 'second_factors', 'push_settings', 'notification_digests'])

/** Fields that name nobody and hold none of a person's words, or words that stay: an article, an admin's note. */
const OF_NOBODY: Record<string, string> = {
  activeVisitors: '_id country device',
  alert_rules: '_id crashes',
  alerts: '_id detail reporter resolvedHow rule',
  audit_log: '_id action after',
  bookmarks: '_id postId',
  comment_poos: '_id commentId postId',
  comment_tombstones: '_id clientId',
  comments: '_id clientId parent postId',
  conversation_claims: 'conversationId',
  conversations: '_id disappearing said',
  crowds: '_id',
  day_visitors: '_id',
  decree_mails: '_id',
  decree_reactions: '_id decreeId emoji',
  decree_subscriptions: '_id tokenHash',
  decrees: '_id content excerpt featuredImage reactions slug title words',
  faults: '_id during fingerprint fixes message repairs settledBy severity source type where',
  figures_keys: '_id kind name query tokenHash',
  follows: '_id',
  funnel_days: '_id funnel reached',
  funnels: '_id name steps',
  held_tombstones: '_id clientId',
  held_writings: '_id clientId kind mediaId moreMediaIds postId signs verdict',
  house: '_id value',
  invitation_uses: 'invitationId',
  invitations: '_id note tokenHash',
  jobs: '_id kind lastError owner progress state',
  link_cards: '_id card mediaId url',
  memberships: '_id conversationId muted request',
  media: '_id error files gaveUp job kind link placeholder purpose state token',
  messages: '_id altText clientId conversationId linkCard media mediaType mediaUrl morePictures',
  migrations: '_id owner reached version',
  moderation_cases: '_id action note reason reportId targetType',
  notifications: '_id subject type',
  pageLog: '_id entries',
  pending_notices: '_id',
  pipes: '_id',
  poll_votes: '_id postId',
  post_tombstones: '_id clientId',
  posts:
    '_id altText clientId contentWarn dial fanOut hashtags linkCard media mediaType mediaUrl morePictures plunger poll quotedId reactionCounts',
  push_devices: '_id keys session',
  push_keys: '_id publicKey sealedPrivateKey',
  reactions: '_id emoji postId',
  relations: '_id kind',
  removed_things: '_id kind',
  reports: '_id outcome reason status targetType',
  reset_tokens: '_id',
  retention_sums: '_id',
  security_log: 'device event network outcome',
  sessions: '_id',
  shares: '_id',
  spent_proofs: '_id',
  tallies: 'kind',
  timeline_rows: 'postId',
  timelines: 'print',
  traffic_days: 'total',
  traffic_sums: 'country device event source span',
  visitor_steps: '_id reached',
  wall_minutes: '_id',
  word_blocks: 'changed',
  word_postings: '_id',
  withdrawn_notifications: '_id subject type',
}

/** Fields that hold several things of which only some are of a person: each of those. */
const INSIDE = [
  'conversations.group.admins',
  'conversations.group.former',
  'conversations.group.invite.by',
  'conversations.group.picture.by',
  'conversations.lastMessage.senderId',
  'conversations.lastMessage.senderName',
  'conversations.request.from',
  'audit_log.target.id',
  'audit_log.before.authorId',
  'jobs.payload.adminId',
  'jobs.payload.email',
  'jobs.payload.handle',
  'jobs.payload.ownerId',
  'jobs.payload.userId',
  'media.usedBy.id',
  'media.usedBy.people',
  'messages.notice.name',
  'messages.notice.who',
  'messages.undoable.content',
  'moderation_cases.appeal.decidedBy',
  'moderation_cases.appeal.text',
  'post_tombstones.undoable.author.handle',
  'post_tombstones.undoable.authorId',
  'removed_things.document.authorId',
  'removed_things.document.senderId',
  'reports.thing.ownerId',
  'sessions.session.halfway.userId',
  'sessions.session.passport.user',
  'traffic_days.lists.pages._id',
  'traffic_days.rows.page',
]

/**
 * Fields of the models that can hold an id, a text or anything, and are neither filled nor named as of nobody; and those
 * that are named so, and are filled or unknown. A new field is in the first list until a state of an account fills it.
 */
export function unprovenFields(filled: ReadonlySet<string>): { missing: string[]; wrong: string[] } {
  const all = fieldsOfModels()
  const isFilled = (field: string) => [...filled].some((one) => one === field || one.startsWith(`${field}.`))
  const asked = fieldsOfPeople().filter((field) => !OWN.has(collectionOf(field)))
  return {
    missing: [...asked, ...INSIDE].filter((field) => !isFilled(field)),
    wrong: fieldsOfNobody().filter((field) => !all.includes(field) || isFilled(field)),
  }
}

/** Collections of the models that can name a person. A new one is among them until all of its fields are declared as of nobody. */
export const collectionsOfPeople = (): string[] => [...new Set(fieldsOfPeople().map(collectionOf))]

/** Collections of the store that no model describes. */
export async function collectionsWithoutModel(): Promise<string[]> {
  const described = new Set(Object.values(mongoose.models).map(({ collection }) => collection.collectionName))
  const stored = await mongoose.connection.db!.listCollections().toArray()
  return stored.map(({ name }) => name).filter((name) => !described.has(name) && !name.startsWith('system.'))
}

const collectionOf = (field: string): string => field.split('.')[0]!

const fieldsOfNobody = (): string[] =>
  Object.entries(OF_NOBODY).flatMap(([name, paths]) => paths.split(' ').map((path) => `${name}.${path}`))

function fieldsOfPeople(): string[] {
  const ofNobody = new Set(fieldsOfNobody())
  return fieldsOfModels().filter((field) => !ofNobody.has(field))
}

function fieldsOfModels(): string[] {
  const fields: string[] = []
  for (const { collection, schema } of Object.values(mongoose.models))
    schema.eachPath((path, type) => {
      const { instance } = type.getEmbeddedSchemaType?.() ?? type
      if (!['Number', 'Date', 'Boolean', 'Buffer'].includes(instance))
        fields.push(`${collection.collectionName}.${path}`)
    })
  return fields
}
