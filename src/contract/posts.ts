import { z } from 'zod'
import { EMOJI_LENGTH, oneEmoji } from './emoji.ts'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { LinkCardView } from './link-cards.ts'
import { MEDIA_MESSAGES } from './media.constants.ts'
import {
  attachedInput,
  FurtherPictureView,
  hasFirstPicture,
  isPicturesOnly,
  MediaType,
  MediaView,
} from './media.ts'
import { ActorView, UserView } from './people.ts'
import { REACTIONS, ROAST_DIAL } from './posts.constants.ts'
import { CrowdControlRules } from './posts.crowd-control.ts'
import { PollInput, PollView } from './posts.polls.ts'
import { Id, personText, PlaceCursor, Rev, Timestamp } from './primitives.ts'

export const ReactionEmoji = z
  .enum(
    REACTIONS.map((r) => r.emoji),
    MESSAGES.unknownReaction,
  )
  .meta({ id: 'ReactionEmoji' })
export type ReactionEmoji = z.infer<typeof ReactionEmoji>

/** A reaction in any spelling: keyboards send '❤' with and without the character that makes it a picture. */
export const GivenReaction = z
  .string(MESSAGES.unknownReaction)
  .max(EMOJI_LENGTH, MESSAGES.unknownReaction)
  .overwrite((text) => oneEmoji(text) ?? text)
  .pipe(ReactionEmoji)

export const ReactionView = z.object({ emoji: ReactionEmoji, userId: Id })
export type ReactionView = z.infer<typeof ReactionView>

/** How many people gave each emoji; those that nobody gave are missing. */
export const ReactionCounts = z.partialRecord(ReactionEmoji, z.int().positive())
export type ReactionCounts = z.infer<typeof ReactionCounts>

/** What depends on the viewer; sent by REST and to `user:{id}` only (LIVE L16). */
export const PostViewerState = z.object({
  reaction: ReactionEmoji.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), moderate: z.boolean() }),
})
export type PostViewerState = z.infer<typeof PostViewerState>

/**
 * The public post: the payload of pushes (LIVE L16). Counts are absolute (LIVE, Shapes). `reactions` lists
 * the newest 100 (DECISIONS row 12).
 */
export const PublicPostView = z.object({
  id: Id,
  text: z.string(),
  authorId: Id,
  author: ActorView,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Time of the author's last edit; null when never edited. */
  editedAt: Timestamp.nullable(),
  mediaUrl: z.string().nullable(),
  mediaType: MediaType.nullable(),
  /** The same, with all that a card needs. */
  media: MediaView.nullable(),
  altText: z.string().nullable(),
  /** The second to fourth picture; missing when there is one or none. The fields above are the first one's. */
  morePictures: z.array(FurtherPictureView).optional(),
  contentWarn: z.string().nullable(),
  nsfw: z.boolean(),
  /** The post that this one quotes. Readers fetch it: whether they may see it depends on who they are. */
  quotedId: Id.optional(),
  /** Missing when it has none. */
  poll: PollView.optional(),
  /** Who may comment (DECISIONS row 480). Missing when the author chose nothing: everybody may. */
  dial: z.enum(ROAST_DIAL).optional(),
  /** What its author's crowd control asks of people who comment; missing when it asks nothing. */
  plunger: CrowdControlRules.optional(),
  /** Of the first link in the text; missing when there is none to show (DECISIONS row 350). */
  linkCard: LinkCardView.optional(),
  /** Its author has hidden the card of its first link, also of a later one. */
  hidePreview: z.literal(true).optional(),
  reactions: z.array(ReactionView),
  reactionCounts: ReactionCounts,
  shareCount: z.int(),
  _count: z.object({ comments: z.int(), reactions: z.int() }),
  rev: Rev,
})
export type PublicPostView = z.infer<typeof PublicPostView>

/** A post as REST answers it: the public view plus the viewer's own state (product section 3). */
export const PostView = PublicPostView.extend({ viewer: PostViewerState }).meta({ id: 'Post' })
export type PostView = z.infer<typeof PostView>

const PostText = personText({
  max: LIMITS.postText,
  tooLong: MESSAGES.postTooLong,
  empty: MESSAGES.emptyPost,
})

/**
 * POST /api/posts (product section 3). `mediaUrl` is the sender's own upload for a post.
 */
export const CreatePostInput = z
  .object({
    text: PostText,
    contentWarn: personText({ max: LIMITS.contentWarn, tooLong: MESSAGES.invalidInput }).nullish(),
    nsfw: z.boolean().optional(),
    /** A post that the author can see. */
    quotedId: Id.nullish(),
    poll: PollInput.nullish(),
    dial: z.enum(ROAST_DIAL).optional(),
    /** No card of the first link, now and after edits. */
    hidePreview: z.boolean().optional(),
    ...attachedInput,
    /** A retry with the same id is the same post (LIVE L5). */
    clientId: z.uuid().optional(),
  })
  .refine(hasFirstPicture, MEDIA_MESSAGES.mediaUnknown)
  .refine(isPicturesOnly, MEDIA_MESSAGES.videoAlone)
  // Voice messages are for conversations.
  .refine(({ mediaType }) => mediaType !== 'audio', MESSAGES.invalidInput)
  .meta({ id: 'CreatePostInput' })
export type CreatePostInput = z.infer<typeof CreatePostInput>

/** PATCH /api/posts/{id}: the new text (DECISIONS rows 10, 38). */
export const EditPostInput = z.object({ text: PostText }).meta({ id: 'EditPostInput' })
export type EditPostInput = z.infer<typeof EditPostInput>

/** PUT /api/posts/{id}/dial: null takes the dial off. */
export const DialInput = z.object({ dial: z.enum(ROAST_DIAL).nullable() }).meta({ id: 'DialInput' })
export type DialInput = z.infer<typeof DialInput>

/**
 * POST /api/posts/{id}/react: the same emoji again removes it, another replaces it (DECISIONS row 12). PUT
 * /api/posts/{id}/reaction: the same emoji again changes nothing (row 702).
 */
export const ReactInput = z.object({ emoji: GivenReaction }).meta({ id: 'ReactInput' })

/** A person who reacted to a post, and the cursor that continues after them. */
export const ReactorView = UserView.extend({ emoji: ReactionEmoji, cursor: PlaceCursor }).meta({
  id: 'Reactor',
})
export type ReactorView = z.infer<typeof ReactorView>

/** GET /api/posts/{id}/reactions: all, or those with one emoji. `cursor` is the last item's. */
export const ReactorsQuery = z.object({ emoji: GivenReaction.optional(), cursor: PlaceCursor.optional() })
export type ReactorsQuery = z.infer<typeof ReactorsQuery>

/** createdAt of the last row: where a list of posts or comments continues (DECISIONS row 13). */
export const CreatedAtCursor = z.iso.datetime({ error: MESSAGES.badCursor })

/**
 * GET /api/posts: For you, or one of `type`, `tag` and `q`. A blank `q` or `tag` finds nothing (product
 * section 5).
 */
export const FeedQuery = z
  .object({
    cursor: CreatedAtCursor.optional(),
    type: z.enum(['following']).optional(),
    tag: personText({ max: LIMITS.hashtag + 1, tooLong: MESSAGES.invalidInput }).optional(),
    q: personText({ max: LIMITS.searchQuery, tooLong: MESSAGES.invalidInput }).optional(),
    /** Of a search: those with the most reactions, on one page. */
    sort: z.enum(['top']).optional(),
  })
  .meta({ id: 'FeedQuery' })
export type FeedQuery = z.infer<typeof FeedQuery>

/** GET /api/posts/{id}/comments and /api/users/{handle}/posts. */
export const PageQuery = z.object({ cursor: CreatedAtCursor.optional() })

/**
 * A trending hashtag (DECISIONS row 20), without its sign, and the number of posts of the last 24 hours that
 * have it.
 */
export const TrendingTagView = z
  .object({ tag: z.string(), count: z.int().nonnegative() })
  .meta({ id: 'TrendingTag' })
export type TrendingTagView = z.infer<typeof TrendingTagView>

/** GET /api/trending: `q` is the start of the tags, with or without #. */
export const TrendingQuery = z.object({
  q: personText({ max: LIMITS.searchQuery, tooLong: MESSAGES.invalidInput }).default(''),
})
