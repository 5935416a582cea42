// The page's service worker. It keeps the built shell, so that what is open goes on working, and a page that says that one
// is offline. It fetches nothing private from the API: pages do that. It shows pushes, and tells the server the new address of
// this device.
// The build fills in its own files (vite.config.ts): they make every build's worker another one, which takes over at once.
// Documents always come from the network first, so no old build can get stuck.
const { files, offline, shell } = __BUILD__
const CACHE = 'rf-shell'
/** How long a document of messages is waited for, ms. */
const PATIENCE_MS = 4000

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([forgetOldFiles(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(documentOr(event, pathname, search))
  else if (pathname.startsWith('/assets/') || files.includes(pathname + search))
    event.respondWith(fileOf(request))
})

async function cacheShell() {
  const cache = await caches.open(CACHE)
  const missing = []
  for (const file of files) if (!file.startsWith('/assets/') || !(await cache.match(file))) missing.push(file)
  // What has no hash in its name is asked for past the browser's own cache, or a new build would keep an old offline page.
  await cache.addAll(
    missing.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })),
  )
}

async function forgetOldFiles() {
  const cache = await caches.open(CACHE)
  for (const request of await cache.keys())
    if (!files.includes(request.url.slice(location.origin.length))) await cache.delete(request)
}

async function documentOr(event, pathname, search) {
  const answer = documentOf(event)
  try {
    return await (pathname === '/messages' ? Promise.race([answer, slowness()]) : answer)
  } catch {
    // No answer at all, or none for long: the network is away, or the palace is.
    const kept = pathname === '/messages' && (await keptMessages(search))
    return kept || answer.catch(async () => (await caches.match(offline)) ?? Response.error())
  }
}

const documentOf = async (event) => (await event.preloadResponse) ?? fetch(event.request)

const slowness = () => new Promise((_, reject) => setTimeout(reject, PATIENCE_MS))

// The document in which the page shows what is kept of messages (features/messages/data/copy); null where nothing is kept.
async function keptMessages(search) {
  const kept = await readKept()
  const answer = kept && (await caches.match(shell))
  if (!answer) return null
  const { picture } = kept
  if (search !== '' || !picture || picture.until <= Date.now() || !files.includes(picture.sheet))
    return answer
  // As in the server's documents, the scripts wait until what stands there is painted (first.js).
  const html = (await answer.text())
    .replace('<div id="root">', (root) => root + picture.html)
    .replaceAll('rel="modulepreload"', 'rel="later"')
    .replace('type="module"', 'type="later"')
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  headers.delete('content-encoding')
  return new Response(html, { headers })
}

// Null when nothing is kept.
function readKept() {
  return new Promise((resolve) => {
    const nothing = () => resolve(null)
    const opening = indexedDB.open('royal-flush-messages')
    // There is no such database, and none is made here.
    opening.addEventListener('upgradeneeded', () => opening.transaction.abort())
    opening.addEventListener('error', nothing)
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('kept')
      reading.addEventListener('abort', nothing)
      const table = reading.objectStore('kept')
      const keys = table.getAllKeys()
      keys.addEventListener('success', () => {
        const key = keys.result.find((one) => one.endsWith(':picture'))
        if (keys.result.length === 0) return nothing()
        if (!key) return resolve({ picture: null })
        const picture = table.get(key)
        picture.addEventListener('success', () => resolve({ picture: picture.result }))
      })
      opening.result.close()
    })
  })
}

// Hashed files never change; one that was asked for once is here from then on, until the next build.
async function fileOf(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(CACHE)
    await cache.put(request, answer.clone())
  }
  return answer
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
