import { Types } from 'mongoose'
import { firstFollowers } from '#server/features/people/follows/follow-graph.service.ts'
import { unionOfFollowerCounts } from '#server/features/people/users/counters.service.ts'
import { CelebrityModel, TimelineModel } from './timelines.model.ts'

/** What the fan-out needs of an author. */
interface Author {
  /** When their own timeline was complete; null for somebody who is no celebrity. */
  readyAt: Date | null
  followerCount: number
  /** Those of the first page of followers who have a timeline and have read it lately. */
  readers: readonly string[]
  /** Cursor of the next page of followers; null after the last one. */
  next: string | null
}

/** Followers in a page. */
const PAGE = 1000

/** What is stored of a person, in rows of different kinds. */
interface Row {
  _id: Types.ObjectId | string
  readyAt?: Date
  followerCount?: number
  readers?: { _id: string }[]
  last?: Types.ObjectId
  followers?: number
}

/**
 * Reads these authors with one command: the fan-out of a single post needs nothing else. Celebrities are read
 * with their followers too, of whom mostly nothing is needed: they are few.
 */
export async function loadAuthors(
  authorIds: readonly string[],
  activeSince: Date,
): Promise<Map<string, Author>> {
  const rows = await CelebrityModel.collection
    .aggregate<Row>([
      { $match: { _id: { $in: [...authorIds] } } },
      { $project: { readyAt: 1 } },
      unionOfFollowerCounts(authorIds),
      {
        $unionWith: {
          pipeline: [
            { $documents: authorIds.map((id) => ({ _id: new Types.ObjectId(id) })) },
            firstFollowers(PAGE),
            { $set: { ids: { $map: { input: '$followers', in: { $toString: '$$this.followerId' } } } } },
            {
              $lookup: {
                from: TimelineModel.collection.collectionName,
                localField: 'ids',
                foreignField: '_id',
                pipeline: [{ $match: { activeAt: { $gte: activeSince } } }, { $project: { _id: 1 } }],
                as: 'readers',
              },
            },
            {
              $project: { readers: 1, last: { $last: '$followers._id' }, followers: { $size: '$followers' } },
            },
          ],
        },
      },
    ])
    .toArray()
  const rowsById = Map.groupBy(rows, ({ _id }) => String(_id))
  return new Map([...rowsById].map(([id, kinds]) => [id, authorOf(Object.assign({}, ...kinds) as Row)]))
}

const authorOf = ({ readyAt, followerCount, readers, last, followers }: Omit<Row, '_id'>): Author => ({
  readyAt: readyAt ?? null,
  followerCount: followerCount ?? 0,
  readers: readers?.map(({ _id }) => _id) ?? [],
  next: followers === PAGE && last ? last.toHexString() : null,
})
