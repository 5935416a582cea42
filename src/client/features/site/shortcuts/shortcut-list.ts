/** What the dialog shows, in its order. Keys of one entry are pressed one after the other. */
export const SHORTCUTS: readonly {
  title: string
  entries: readonly { keys: readonly string[]; does: string }[]
}[] = [
  {
    title: 'Posts',
    entries: [
      { keys: ['j'], does: 'Next post' },
      { keys: ['k'], does: 'Previous post' },
      { keys: ['l'], does: 'React to the post' },
      { keys: ['c'], does: 'Comment on the post' },
      { keys: ['n'], does: 'New post' },
    ],
  },
  {
    title: 'Rooms',
    entries: [
      { keys: ['g', 'h'], does: 'Home' },
      { keys: ['g', 'n'], does: 'Notifications' },
      { keys: ['g', 'm'], does: 'Messages' },
      { keys: ['g', 'p'], does: 'Profile' },
      { keys: ['/'], does: 'Search' },
      { keys: ['?'], does: 'These shortcuts' },
    ],
  },
]
