// Shows the card without a network: the last page of it that there was one for.
const base = self.registration.scope.replace(/\/$/, '')
const path = new URL(base).pathname
const name = `purser-member-${path}`
const kept = [path, `${path}/member.css`, `${path}/member.js`, `${path}/icon.svg`]

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  // Another page cannot be shown without a network; the card can.
  if (!kept.includes(url.pathname)) {
    if (request.mode === 'navigate') event.respondWith(fetch(request).catch(showCard))
    return
  }
  event.respondWith(
    fetch(request)
      .then(async (response) => {
        const isCard = url.pathname === path
        const cache = await caches.open(name)
        if (response.ok && !(isCard && response.headers.get('purser-card') !== '1'))
          await cache.put(url.pathname, response.clone())
        else if (isCard && response.ok) await cache.delete(url.pathname)
        return response
      })
      .catch(async () => {
        if (url.pathname === path) return showCard()
        return (await (await caches.open(name)).match(url.pathname)) ?? Response.error()
      }),
  )
})

async function showCard() {
  const found = await (await caches.open(name)).match(path)
  if (!found) return Response.error()
  const text = (await found.text()).replace('class="note offline" hidden', 'class="note offline"')
  return new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Purser-Offline': '1' } })
}
