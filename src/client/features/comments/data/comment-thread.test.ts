import { describe, expect, it } from 'vitest'
import type { PublicCommentView } from '#contract/comments.ts'
import { branchesOf } from './comment-thread.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

function comment(minute: number, answers?: number): PublicCommentView {
  const author = { id: 'a'.repeat(24), handle: 'ann', displayName: 'Ann', avatarUrl: null }
  return {
    id: String(minute),
    postId: 'b'.repeat(24),
    authorId: author.id,
    author,
    text: '',
    createdAt: at(minute),
    updatedAt: at(minute),
    parent: answers === undefined ? null : { id: String(answers), createdAt: at(answers) },
    poos: 0,
    rev: 1,
  }
}

/** 'comment: its replies', newest first. */
const drawn = (comments: PublicCommentView[], reach: string | null) =>
  branchesOf(comments, reach).map(({ comment: { id }, replies }) => [id, ...replies.map((one) => one.id)])

describe('The branches of a thread', () => {
  it('are the comments, newest first, each with its replies, oldest first', () => {
    const all = [comment(6, 1), comment(5, 2), comment(4, 1), comment(3), comment(2), comment(1)]
    expect(drawn(all, null)).toEqual([['3'], ['2', '5'], ['1', '4', '6']])
  })

  it('leave out a reply to a comment that is not loaded yet', () => {
    expect(drawn([comment(6, 1), comment(5)], at(5))).toEqual([['5']])
  })

  it('show a reply alone whose comment is gone', () => {
    expect(drawn([comment(6, 4), comment(5, 1), comment(3)], at(3))).toEqual([['6'], ['3']])
    expect(drawn([comment(6, 4), comment(5, 1)], null)).toEqual([['6'], ['5']])
  })
})
