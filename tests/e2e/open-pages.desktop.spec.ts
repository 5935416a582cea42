import { createGroup, createPost, follow, message } from './support/calls.ts'
import { begin, call, compare, end } from './support/open-pages.ts'
import { test } from './support/test.ts'

// open-pages.slow.desktop.spec.ts has the other changes, on every page.

test('[L76] open pages are as after a reload when the viewer follows somebody, or no longer does', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await createPost(bob, 'Of Bob')
  const paths = ['/?tab=following', `/u/${bob.handle}`, `/u/${ann.handle}?tab=following`]
  await compare(ann, [
    { title: 'a follow begins', paths, change: () => begin(ann, 'follow', bob) },
    { title: 'it ends', paths, change: () => end(ann, 'follow', bob) },
  ])
})

test('[L76] open pages are as after a reload when the viewer is added to a group, or removed from one', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await Promise.all([follow(ann, bob), follow(bob, ann)])
  const { id } = await createGroup(bob, 'Left soon', ann)
  const change = async () => {
    await call(bob, 'DELETE', `/messages/groups/${id}/members/${ann.id}`)
    await message(bob, await createGroup(bob, 'New', ann), 'Welcome')
  }
  await compare(ann, [{ title: 'it happens', paths: ['/messages', `/messages?user=${id}`], change }])
})
