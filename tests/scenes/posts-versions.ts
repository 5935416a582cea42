import { click, waitForRole, waitForText, type Act } from './acts.ts'
import type { Screen, World } from './scene.ts'

/** Other scenes find the post as it was. */
const editOwnPost: Act = async (page, { mine }) => {
  const headers = { 'sec-fetch-site': 'same-origin' }
  for (const text of ['The queue was short. There never was a queue.', mine.text])
    await page.request.patch(`/api/posts/${mine.id}`, { data: { text }, headers })
}

export const EDIT_HISTORY: Screen = {
  screen: 'Edit history of a post (DECISIONS row 320)',
  who: 'ann',
  path: ({ mine }: World) => `/p/${mine.id}`,
  slow: true,
  scenes: [
    {
      state: 'what it said before its edits',
      acts: [editOwnPost, click(/^edited/), waitForRole('dialog'), waitForText(/There never was a queue/)],
      axe: 'dialog',
      touch: true,
      picture: 'edit-history',
      texts: [
        ['heading', 'Edit history'],
        ['text', 'Current'],
      ],
    },
    {
      state: 'what it said before its edits, when it fails',
      fails: '**/versions',
      acts: [editOwnPost, click(/^edited/)],
      texts: [
        ['heading', 'Failed to load the edit history'],
        ['button', 'Retry'],
      ],
    },
  ],
}
