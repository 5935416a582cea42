import type { Page } from 'playwright/test'
import { befriend, card, follow } from '#tests/e2e/support/calls.ts'
import {
  attach,
  coloured,
  dropFile,
  isDrawn,
  photo,
  publish,
  type ChosenFile,
} from '#tests/e2e/support/media-files.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { withLargeFile } from '#tests/support/large-file.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const text = (page: Page) => page.getByRole('textbox', { name: 'What have you been brewing?' })
const flush = (page: Page) => page.getByRole('button', { name: 'Flush it 💩' })
const rows = (page: Page) => page.getByRole('list', { name: 'Photos of this draft' }).getByRole('listitem')
const uploads = '**/api/media/upload?*'

test('a photo is posted with a text, appears live in another browser, and can be enlarged and browsed; one that does not load is retried twice, then by hand', async () => {
  const { page } = ann
  // A feed without the posts of other tests.
  await follow(bob, ann)
  await publish(ann, `Before ${ann.handle}'s photo`, await photo(), { altText: 'First' })
  await bob.page.goto('/?tab=following')
  await expect(card(bob.page, `Before ${ann.handle}'s photo`)).toBeVisible()
  await page.goto('/')
  await attach(page, await photo())
  await expect(page.getByText('Some people cannot see pictures.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Alt text' }).fill('Half orange, half blue')
  await expect(page.getByText('22/140')).toBeVisible()
  await text(page).fill(`Two halves of ${ann.handle}`)
  const asked: string[] = []
  await page.route('**/api/media/direct/*', (route) => {
    asked.push(new URL(route.request().url()).search)
    return route.abort()
  })
  await flush(page).click()
  await expect(toast(page)).toContainText('Post created!')
  await expect(page.getByRole('button', { name: 'Remove photo' })).toHaveCount(0)

  await bob.page.getByRole('button', { name: /new drop/ }).click()
  const seen = card(bob.page, `Two halves of ${ann.handle}`)
  const picture = seen.getByRole('img', { name: 'Half orange, half blue' })
  await expect.poll(() => isDrawn(picture)).toBe(true)
  const frame = await seen.locator('.s-media-box').boundingBox()
  expect(frame!.width / frame!.height).toBeCloseTo(1.5, 1)
  await seen.getByRole('button', { name: 'Enlarge photo: Half orange, half blue' }).click()
  const box = bob.page.getByRole('dialog', { name: 'Enlarged photo' })
  const shows = (alt: string) => expect(box.locator('.yarl__slide_current').getByText(alt)).toBeVisible()
  await shows('Half orange, half blue')
  // By arrow keys and by touch.
  await bob.page.keyboard.press('ArrowRight')
  await shows('First')
  await bob.page.keyboard.press('ArrowLeft')
  await shows('Half orange, half blue')
  const { x, y, width, height } = (await box.boundingBox())!
  await bob.page.mouse.move(x + width * 0.8, y + height / 2)
  await bob.page.mouse.down()
  await bob.page.mouse.move(x + width * 0.2, y + height / 2, { steps: 8 })
  await bob.page.mouse.up()
  await shows('First')
  await bob.page.keyboard.press('ArrowLeft')
  await shows('Half orange, half blue')
  await bob.page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(seen.getByRole('button', { name: 'Enlarge photo: Half orange, half blue' })).toBeFocused()

  const own = card(page, `Two halves of ${ann.handle}`)
  await expect(own.getByText('Photo failed to load')).toBeVisible()
  // Asked for by the post on its way, and by the one that is there: the same address.
  expect([...new Set(asked)]).toEqual(['', '?retry=1', '?retry=2'])
  await page.unroute('**/api/media/direct/*')
  await own.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => isDrawn(own.locator('.s-media-photo'))).toBe(true)
})

test('an avatar is cropped by keyboard, and others see it appear and disappear live', async () => {
  await bob.page.goto(`/u/${ann.handle}`)
  const face = bob.page.locator('.s-profile-face')
  await expect(face.locator('img')).toHaveCount(0)
  const { page } = ann
  await page.goto('/settings')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload avatar' }).click()
  await (await chooser).setFiles(await photo())
  const crop = page.getByRole('dialog', { name: 'Crop your avatar' })
  const frame = crop.getByRole('group', { name: /Position of the picture/ })
  await expect(crop.getByRole('button', { name: 'Use picture' })).toBeEnabled()
  // Moved to its right end: only blue is left.
  await frame.focus()
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowLeft')
  await crop.getByRole('slider', { name: 'Zoom' }).fill('2')
  await crop.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByRole('img', { name: 'Your avatar' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Profile updated')
  await expect.poll(() => isDrawn(face.locator('img'))).toBe(true)
  expect(await middleOf(bob.page)).toBe('blue')
  await page.getByRole('button', { name: 'Remove avatar' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(face.locator('img')).toHaveCount(0)
})

/** The colour in the middle of the face on a profile. */
const middleOf = (page: Page) =>
  page.locator('.s-profile-face img').evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')!
    context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2)
    const [red = 0, , blue = 0] = context.getImageData(0, 0, 1, 1).data
    return blue > red ? 'blue' : 'orange'
  })

test('a photo can be pasted or dropped; a file is checked before it is sent, and one that is refused leaves the others', async () => {
  const { page } = ann
  await page.goto('/compose')
  for (const how of ['paste', 'drop'] as const) {
    await expect(page.getByRole('button', { name: 'Add a photo or video' })).toBeEnabled()
    await dropFile(text(page), await photo(), how)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await expect(page.getByRole('button', { name: 'Remove photo' })).toHaveCount(0)
  }
  await attach(page, { name: 'scroll.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(toast(page)).toContainText('Please select an image or video file.')
  await withLargeFile('huge.png', 10 * 1024 * 1024 + 1, (file) => attach(page, file))
  await expect(toast(page)).toContainText('Image file is too large. Maximum size is 10MB.')
  const fake = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') }
  await attach(page, fake)
  const failure = page.getByRole('form', { name: 'New post' }).getByRole('alert')
  await expect(failure).toHaveText('Invalid image format. Please use JPEG, PNG, WebP, or GIF.')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await text(page).fill('With a broken picture')
  await flush(page).click()
  await expect(toast(page)).toContainText('Upload failed')
  await expect(toast(page)).toContainText('Failed to upload media. Please try again.')
  await expect(text(page)).toHaveValue('With a broken picture')
  await page.getByRole('button', { name: 'Remove photo' }).press('Enter')
  await expect(failure).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a photo or video' })).toBeFocused()

  // Of several the others stay, and one warning covers all.
  await attach(page, await photo(), fake, await coloured('two.png', '#d35400'))
  const second = rows(page).nth(1).getByRole('alert')
  await expect(second).toHaveText('Invalid image format. Please use JPEG, PNG, WebP, or GIF.')
  await text(page).fill(`Two of three, says ${ann.handle}`)
  await flush(page).click()
  await expect(toast(page)).toContainText('Failed to upload media. Please try again.')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('switch', { name: /Sensitive content/ }).check()
  await flush(page).click()
  await expect(page).toHaveURL('/')

  await bob.page.goto(`/u/${ann.handle}`)
  const seen = card(bob.page, `Two of three, says ${ann.handle}`)
  await expect(seen.getByRole('button', { name: /Enlarge photo/ })).toHaveCount(0)
  await seen.getByRole('button', { name: /Sensitive content/ }).click()
  await expect(seen.getByRole('button', { name: /Enlarge photo \d of 2/ })).toHaveCount(2)
})

test('an upload survives a lost connection, another page and a reload', async () => {
  const { page } = ann
  await page.goto('/')
  await page.route(uploads, (route) => route.abort('connectionfailed'))
  await attach(page, await photo())
  await expect(page.getByText('Waiting for the connection')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const tray = page.getByRole('region', { name: 'Uploads' })
  await expect(tray).toContainText('throne.jpg')
  await expect(tray).toContainText('Waiting for the connection')
  await page.reload()
  await expect(tray).toContainText('throne.jpg')
  await page.unroute(uploads)
  await page.goto('/')
  await expect(page.getByRole('img', { name: 'throne.jpg' })).toBeVisible()
  await text(page).fill(`After the flood of ${ann.handle}`)
  await flush(page).click()
  await expect(toast(page)).toContainText('Post created!')
  await expect(
    card(page, `After the flood of ${ann.handle}`).getByRole('button', { name: 'Enlarge photo' }),
  ).toBeVisible()
})

test('a photo in a message shows on both sides, and in the list by its kind; one that is being sent, or was refused, can be deleted', async () => {
  const { page } = ann
  await befriend(ann, bob)
  await page.goto(`/messages?user=${bob.id}`)
  await bob.page.goto(`/messages?user=${ann.id}`)
  const threadOf = (one: Page) => one.getByRole('region', { name: /^Messages with/ })
  await attach(page, await photo())
  await page.getByRole('button', { name: 'Alt text of photo' }).click()
  await page.getByRole('textbox', { name: 'Alt text' }).fill('The throne')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send message' }).click()
  for (const one of [page, bob.page])
    await expect.poll(() => isDrawn(threadOf(one).getByRole('img', { name: 'The throne' }))).toBe(true)
  await expect(bob.page.getByRole('complementary').getByText('Photo')).toBeVisible()

  const thread = threadOf(page)
  const write = async (words: string, file: ChosenFile) => {
    await attach(page, file)
    await page.getByPlaceholder('Write a message').fill(words)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(thread.getByText(words)).toBeVisible()
  }
  await page.route(uploads, (route) => route.abort('connectionfailed'))
  await write('On second thoughts', await photo())
  await thread.getByRole('button', { name: 'Cancel' }).click()
  await expect(thread.getByText('On second thoughts')).toHaveCount(0)
  await page.unroute(uploads)
  await write('With a fake', {
    name: 'fake.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture at all'),
  })
  await expect(thread.getByRole('alert')).toContainText(
    'Invalid image format. Please use JPEG, PNG, WebP, or GIF.',
  )
  await thread.getByRole('button', { name: 'Discard' }).click()
  await expect(thread.getByText('With a fake')).toHaveCount(0)
  await expect(page.getByPlaceholder('Write a message')).toBeFocused()
  await page.reload()
  await expect(page.getByPlaceholder('Write a message')).toBeVisible()
  await expect(page.getByText('With a fake')).toHaveCount(0)
  await expect(
    threadOf(bob.page)
      .getByRole('listitem')
      .filter({ has: bob.page.getByRole('img') }),
  ).toHaveCount(1)
  await expect(bob.page.getByText('On second thoughts')).toHaveCount(0)
})
