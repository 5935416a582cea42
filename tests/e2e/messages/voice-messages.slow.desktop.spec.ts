import type { Locator, Page } from 'playwright/test'
import { befriend, message } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import type { UploadView } from '#contract/media.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { ffmpegMade } from '#tests/support/media.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const voices = (page: Page) => thread(page).getByRole('group', { name: 'Voice message' })
const microphone = (page: Page) => page.getByRole('button', { name: 'Record a voice message' })
const recorder = (page: Page) => page.getByRole('group', { name: 'New voice message' })
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })
const list = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })

/** Records for a bit more than a second. */
async function record(page: Page): Promise<void> {
  await microphone(page).click()
  await expect(recorder(page).getByRole('timer')).toHaveText('0:01')
  await button(recorder(page), 'Stop recording').click()
  await expect(button(recorder(page), 'Send voice message')).toBeFocused()
}

/** Sends a tone of a second and a second of silence by the API, as a browser records it. */
async function sendVoice(who: Guest, to: Guest): Promise<void> {
  const { request } = who.context
  const tone = ['-f', 'lavfi', '-i', 'sine=440:d=1,apad=pad_dur=1', '-c:a', 'libopus', '-b:a', '48k']
  const buffer = await ffmpegMade('a.webm', tone)
  const file = { name: 'Voice message', mimeType: 'audio/webm;codecs=opus', buffer }
  const answer = await request.post('/api/media/upload?purpose=message', { multipart: { file } })
  const { mediaUrl } = (await answer.json()) as UploadView
  await message(who, to, '', { mediaUrl, mediaType: 'audio' })
}

test('[L45] a voice message is recorded, heard, sent over a reload, played by the other, and waits in a request', async ({
  guest,
}) => {
  const [ann, bob, cat] = [await guest('Ann'), await guest('Bob'), await guest('Cat')]
  const { page } = ann
  await befriend(ann, bob)
  await bob.page.goto(`/messages?user=${ann.id}`)
  await page.goto(`/messages?user=${bob.id}`)

  // Refused, the person learns why, and the field is back. (The browser without a window asks nobody.)
  await page.evaluate(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = () => {
      mediaDevices.getUserMedia = ask
      return Promise.reject(new DOMException('', 'NotAllowedError'))
    }
  })
  await microphone(page).click()
  await expect(toast(page)).toContainText('This site may not use your microphone.')
  await expect(page.getByPlaceholder('Write a message')).toBeFocused()
  await page.getByPlaceholder('Write a message').fill('Words first')
  await expect(microphone(page)).toHaveCount(0)
  await page.getByPlaceholder('Write a message').fill('')

  await microphone(page).click()
  await expect(button(recorder(page), 'Stop recording')).toBeFocused()
  await expect(page.getByPlaceholder('Write a message')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByPlaceholder('Write a message')).toBeFocused()

  // Heard before it is sent, and discarded.
  await record(page)
  const review = recorder(page).getByRole('group', { name: 'Voice message' })
  await button(review, 'Play').click()
  await expect(review.getByRole('slider', { name: 'Position' })).not.toHaveValue('0')
  expect(await complaints(page)).toEqual([])
  await button(recorder(page), 'Discard recording').click()

  // Without a connection it waits, over a reload as well.
  await page.route('**/api/messages', (route) => route.abort())
  await record(page)
  await page.keyboard.press('Enter')
  await expect(voices(page)).toHaveCount(1)
  await expect(thread(page)).toContainText('Waiting for the connection')
  await page.unroute('**/api/messages')
  await page.reload()
  await expect(page.getByText(/· (Sent|Read)$/)).toBeVisible()
  for (const one of [page, bob.page])
    await expect(button(voices(one), 'Play')).toBeEnabled({ timeout: 20_000 })
  await expect(list(bob.page)).toContainText('Voice message')

  // Sent straight from the recording.
  await microphone(page).click()
  await expect(recorder(page).getByRole('timer')).toHaveText('0:01')
  await button(recorder(page), 'Send voice message').click()
  await expect(page.getByPlaceholder('Write a message')).toBeFocused()

  // Played with the keyboard, faster, and only one at a time.
  await expect(voices(bob.page)).toHaveCount(2)
  const [first, second] = [voices(bob.page).nth(0), voices(bob.page).nth(1)]
  const slider = first.getByRole('slider', { name: 'Position' })
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:00 of 0:0[12]$/)
  await slider.focus()
  await bob.page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:01 of/)
  await bob.page.keyboard.press('ArrowLeft')
  await button(first, 'Speed 1x').click()
  await expect(button(second, 'Speed 1.5x')).toBeVisible()
  await expect(button(second, 'Play')).toBeEnabled({ timeout: 20_000 })
  await button(first, 'Play').click()
  await expect(button(first, 'Pause')).toBeVisible()
  await button(second, 'Play').click()
  await expect(button(second, 'Pause')).toBeVisible()
  await expect(button(first, 'Play')).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:00 of/)
  // It ends by itself.
  await expect(button(second, 'Play')).toBeVisible()
  expect(await complaints(bob.page)).toEqual([])

  // A stranger's is named, and played only once it is accepted.
  await sendVoice(ann, cat)
  await cat.page.goto(`/messages?user=${ann.id}`)
  await expect(thread(cat.page)).toContainText('A voice message, played once you accept')
  await expect(voices(cat.page)).toHaveCount(0)
  await button(cat.page, 'Accept').click()
  await expect(button(voices(cat.page), 'Play')).toBeEnabled({ timeout: 20_000 })
})
