// The page's service worker. It keeps the built shell, so that what is open goes on working, and a page that says that one
// is offline. It fetches nothing private from the API: pages do that. It shows pushes, and tells the server the new address of
// this device.
// The build fills in its own files (vite.config.ts): they make every build's worker another one, which takes over at once.
// Documents always come from the network first, so no old build can get stuck.
const { build, files, offline, shell } = __BUILD__
const CACHES = 'rf-shell-'
const CACHE = CACHES + build
/** How long a document of messages is waited for, ms. */
const PATIENCE_MS = 4000

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([forgetOldBuilds(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(documentOr(event, pathname))
  else if (pathname.startsWith('/assets/') || files.includes(pathname + search))
    event.respondWith(fileOf(event))
})

async function cacheShell() {
  const cache = await caches.open(CACHE)
  const missing = []
  for (const file of files) {
    const kept = file.startsWith('/assets/') && (await caches.match(file))
    if (kept) await cache.put(file, kept)
    else missing.push(file)
  }
  // What has no hash in its name is asked for past the browser's own cache, or a new build would keep an old offline page.
  await cache.addAll(
    missing.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })),
  )
}

// Pages of the last build may be open, and need the files that it has cached.
async function forgetOldBuilds() {
  const others = (await caches.keys()).filter((name) => name.startsWith('rf-shell') && name !== CACHE)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

async function documentOr(event, pathname) {
  const answer = documentOf(event)
  try {
    return await (pathname === '/messages' ? Promise.race([answer, slowness()]) : answer)
  } catch {
    // No answer at all, or none for long: the network is away, or the palace is.
    // The frame, in which the page shows what is kept of messages (features/messages/data/copy).
    const frame = pathname === '/messages' && (await hasMessages()) && (await keptFile(shell))
    return frame || answer.catch(async () => (await keptFile(offline)) ?? Response.error())
  }
}

async function documentOf(event) {
  const early = await event.preloadResponse
  // Firefox resolves with an error where others reject.
  if (early?.type === 'error') throw new TypeError('no network')
  return early ?? fetch(event.request)
}

const slowness = () => new Promise((_, reject) => setTimeout(reject, PATIENCE_MS))

function hasMessages() {
  return new Promise((resolve) => {
    const nothing = () => resolve(false)
    const opening = indexedDB.open('royal-flush-messages')
    // There is no such database, and none is made here.
    opening.addEventListener('upgradeneeded', () => opening.transaction.abort())
    opening.addEventListener('error', nothing)
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('kept')
      reading.addEventListener('abort', nothing)
      const counting = reading.objectStore('kept').count()
      counting.addEventListener('success', () => resolve(counting.result > 0))
      opening.result.close()
    })
  })
}

// Hashed files never change; one that was asked for once is here from then on, while its build is.
async function fileOf(event) {
  const { request } = event
  const kept = await keptFile(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) event.waitUntil(keep(request, answer.clone()))
  return answer
}

// Storage that is full or fails costs the copy, and never the answer.
async function keep(request, answer) {
  try {
    const cache = await caches.open(CACHE)
    await cache.put(request, answer)
  } catch {
    // The next request asks the server again.
  }
}

async function keptFile(request) {
  try {
    const cache = await caches.open(CACHE)
    return (await cache.match(request)) ?? (await caches.match(request))
  } catch {
    return undefined
  }
}

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data.json())))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

// The shape of PushPayload (contract/notifications.push.constants.ts).
async function showPush({ tag, title, body, path, notificationId, count, open }) {
  // What was read elsewhere; an alert is no notification of the list. Browsers allow no push that shows nothing, so the next one takes it away.
  if (open)
    for (const shown of await self.registration.getNotifications())
      if (!open.includes(shown.tag) && !shown.tag.startsWith('alert-')) shown.close()
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icon-192.png',
    data: { path, notificationId },
  })
  // Not every browser has a badge, and some have it for installed apps alone.
  await navigator.setAppBadge?.(count).catch(() => undefined)
}

async function openPage(path) {
  const wanted = new URL(path, location.origin)
  const { href } = wanted.origin === location.origin ? wanted : new URL('/', location.origin)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => url === href)
  // Another open page may hold a text that is not sent: it stays as it is.
  await (page ? page.focus() : self.clients.openWindow(href))
}

// The browser has replaced the address of this device.
async function renewSubscription({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options
  const made = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  if (!made) return
  const { endpoint, keys } = made.toJSON()
  await fetch('/api/notifications/push/device', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}
