import { Types } from 'mongoose'
import { slugOf } from '#contract/blog.constants.ts'
import type { BlogDocument } from '#server/features/blog/blog.model.ts'
import { wordsIn } from '#server/platform/words.ts'

const DAY = 24 * 3600_000

interface Draft {
  title: string
  excerpt: string | null
  content: string
  published: boolean
}

/** Articles of the blog, newest first; the last one is a draft. */
const ARTICLES: readonly Draft[] = [
  {
    title: 'On the keeping of the seat',
    excerpt: 'Up, down, and the war of a hundred mornings.',
    published: true,
    content: `Let it be known that the seat is **down**. It was down when the house was built. It shall be down when the house falls. Between these two moments there may be an interval, and whoever causes the interval ends it.

## What the law asks

1. Look before thou sittest.
2. Look after thou hast stood.
3. Say nothing of what thou hast seen.

> A seat left up is a letter to the next person,
> and the letter is never kind.

Complaints are heard on Thursdays, through the door.`,
  },
  {
    title: 'The great paper shortage, explained',
    excerpt: 'It was not a shortage. It was Gerald.',
    published: true,
    content: `For three days the west wing was without paper. The court suspected war, weather and the Duke.

The inquiry has ended. **It was Gerald.**

Gerald folds. Everybody else crumples. Gerald takes *eleven sheets*, folds them into a swan, and admires the swan.

The treasury has therefore resolved:

- two swans a week, no more
- spare rolls in the second cabinet, behind the bust of my grandfather
- Gerald to apologise to the west wing, in person, one stall at a time`,
  },
  {
    title: 'A short history of this house',
    excerpt: null,
    published: true,
    content: `In the beginning there was a bucket.

Then came a hole, and with the hole came neighbours, and with the neighbours came opinions. The first post of the realm was scratched into the door of the hole. It said *occupied*. The first comment said *still?*

Everything since has been detail.`,
  },
  {
    title: 'Of air fresheners and honesty',
    excerpt: 'Pine is a lie we tell together.',
    published: false,
    content:
      'Nobody has ever been fooled by pine. And yet we spray. (To be continued, when the window opens.)',
  },
]

/** The demo blog. */
export const articles = (authorId: Types.ObjectId, now: number): BlogDocument[] =>
  ARTICLES.map(({ title, excerpt, content, published }, at) => {
    const createdAt = new Date(now - (3 + at * 9) * DAY)
    return {
      _id: new Types.ObjectId(),
      slug: slugOf(title),
      title,
      content,
      excerpt,
      featuredImage: null,
      published,
      authorId,
      words: wordsIn(`${title}\n${excerpt ?? ''}\n${content}`),
      createdAt,
      publishedAt: published ? createdAt : null,
      publishAt: null,
      updatedAt: createdAt,
      rev: 1,
    }
  })
