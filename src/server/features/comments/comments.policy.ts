import type { PublicCommentView } from '#contract/comments.ts'
import {
  hiddenFrom,
  sees,
  type HiddenFrom,
  type Rule,
  type Visible,
} from '#server/features/people/relations/relations.policy.ts'
import type { Viewer } from '#server/platform/viewer.ts'

type Owned = Pick<PublicCommentView, 'authorId'>
type Id = string | { toHexString(): string }
/** A view, or a record of the store. */
type Authored = Readonly<{ authorId: Id }>

/** Only the author can edit a comment. */
export const canEditComment = (viewer: Viewer | null, comment: Owned): boolean =>
  viewer?.id === comment.authorId

/** The author and admins can delete a comment. */
export const canDeleteComment = (viewer: Viewer | null, comment: Owned): boolean =>
  canEditComment(viewer, comment) || (viewer?.isAdmin ?? false)

/**
 * Who may see a comment, if they see its post. With a block between two people, neither sees the other's comments. Lists
 * and links also leave out those of muted people, which can still be answered or reported.
 */
const RULES = {
  known: [['authorId', 'blocked']],
  shown: [
    ['authorId', 'blocked'],
    ['authorId', 'muted'],
  ],
} satisfies Record<string, Rule<'authorId'>>

/** The half of the rule that needs no post: for a refusal without a read of it. */
export const isAcrossBlock = (viewer: Viewer | null, comment: Authored): boolean =>
  !sees(viewer, RULES.known as Rule<'authorId'>, comment)

/** `post`: of this comment, for the same viewer. */
export const canSeeComment = <Comment extends Authored>(
  viewer: Viewer | null,
  comment: Comment,
  _post: Visible<Authored>,
  rule: keyof typeof RULES,
): comment is Visible<Comment> => sees(viewer, RULES[rule] as Rule<'authorId'>, comment)

/** The same rule for pushes, the post's included. */
export const commentHiddenFrom = (comment: {
  authorId: string
  postAuthorId: string
}): HiddenFrom<'comment'> =>
  hiddenFrom<'comment', 'authorId' | 'postAuthorId'>(
    [...(RULES.shown as Rule<'authorId'>), ['postAuthorId', 'blocked']],
    comment,
  )
