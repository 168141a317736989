// Adds to pages that work without it: a token from a merchant's app, the card without a network, news by itself, sharing.
const root = document.documentElement
const base = root.dataset.base
const main = () => document.querySelector('main')

const token = /^#token=([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1]
if (token) {
  history.replaceState(null, '', location.pathname)
  const form = document.createElement('form')
  const input = document.createElement('input')
  Object.assign(form, { method: 'post', action: `${base}/token`, hidden: true })
  Object.assign(input, { name: 'token', value: token })
  form.append(input)
  document.body.append(form)
  form.submit()
}

if ('serviceWorker' in navigator && window.isSecureContext) {
  navigator.serviceWorker.register(`${base}/worker.js`, { scope: base }).catch(() => undefined)
  if (root.dataset.forget) caches.delete(`purser-member-${base}`).catch(() => undefined)
}

// What a till did is here within seconds, for as long as somebody looks.
const everyMs = 4000
const reached = 'a, summary'
async function lookAgain() {
  if (document.visibilityState !== 'visible' || document.activeElement?.matches('input, select, button')) return
  const response = await fetch(location.href, { credentials: 'same-origin', headers: { 'Purser-Again': '1' } }).catch(
    () => undefined,
  )
  if (!response?.ok || response.headers.get('purser-offline')) return
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main')
  const now = main()
  const opened = now?.querySelector('details[open]')
  if (!next || !now || opened || next.textContent === now.textContent) return
  // Whoever goes by keyboard stays where they are.
  const place = [...now.querySelectorAll(reached)].indexOf(document.activeElement)
  now.replaceWith(next)
  if (place >= 0) next.querySelectorAll(reached)[place]?.focus({ preventScroll: true })
}
if (root.dataset.live) setInterval(lookAgain, everyMs)

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-share]') : undefined
  if (!button) return
  const { share: url, title, done } = button.dataset
  if (navigator.share) await navigator.share({ title, url }).catch(() => undefined)
  else {
    await navigator.clipboard.writeText(url)
    button.textContent = done
  }
})
for (const button of document.querySelectorAll('[data-share]')) button.hidden = false

// In a shop's page: it is told how high this one is, and what is no page of ours opens beside it.
if (window.parent !== window) {
  root.dataset.framed = '1'
  let isNew = true
  const tell = () => {
    const height = root.offsetHeight
    window.parent.postMessage({ purser: 'size', height, isNew }, '*')
    isNew = false
  }
  new ResizeObserver(tell).observe(root)
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href]') : undefined
    if (link && (link.origin !== location.origin || !link.pathname.startsWith(base)))
      Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' })
  })
  // The pass is a page of its own, which is in no frame; a new window would not know who is in.
  document.addEventListener('submit', async (event) => {
    const form = event.target
    if (!form.action.endsWith('/pass')) return
    event.preventDefault()
    const beside = window.open('', '_blank')
    const made = await fetch(form.action, { method: 'POST', body: new URLSearchParams() }).catch(() => undefined)
    if (!beside || !made?.ok) return beside?.close()
    beside.opener = null
    beside.location.replace(made.url)
  })
}
