import { chromium } from 'playwright'
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
const base = 'http://127.0.0.1:23100'
async function login(who, opt = {}) {
  const ctx = await b.newContext({
    viewport: { width: 1280, height: 900 },
    baseURL: base,
    locale: 'en-GB',
    ...opt,
  })
  const p = await ctx.newPage()
  p.on('pageerror', (e) => console.log('ERR', e.message))
  await p.goto('/login', { waitUntil: 'networkidle' })
  await p
    .getByLabel('Email')
    .first()
    .fill(who + '@court.example')
  await p.getByLabel('Password', { exact: true }).fill('flush-the-crown-7')
  await p
    .getByRole('button', { name: /log in|sign in/i })
    .first()
    .click()
  await p.waitForURL((u) => u.pathname === '/')
  return p
}
const p = await login(process.argv[2] ?? 'king')
// times in a thread
await p.goto('/messages', { waitUntil: 'networkidle' })
const first = p.getByRole('complementary', { name: 'Conversations' }).getByRole('link').first()
await first.click()
await p.waitForTimeout(800)
console.log('times', await p.locator('.s-bubble-row time').allTextContents())
await p.screenshot({ path: '/dev/shm/lead/thread.png' })
// admin
await p.goto('/analytics', { waitUntil: 'networkidle' })
console.log('analytics', (await p.getByRole('main').innerText()).slice(0, 1500))
await p.screenshot({ path: '/dev/shm/lead/analytics.png', fullPage: true })
await p.goto('/admin?tab=reports', { waitUntil: 'networkidle' })
console.log(
  await p
    .getByRole('button', { name: /Resolve|Dismiss/ })
    .evaluateAll((e) => e.slice(0, 4).map((x) => x.getAttribute('aria-label') ?? x.textContent)),
)
await p.goto('/ai-monitor', { waitUntil: 'networkidle' })
console.log(
  await p
    .getByRole('button')
    .evaluateAll((e) => e.map((x) => x.getAttribute('aria-label') ?? x.textContent).join(' | ')),
)
console.log((await p.getByRole('main').innerText()).slice(0, 900))
await b.close()
