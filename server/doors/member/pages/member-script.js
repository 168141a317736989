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
async function lookAgain() {
  if (document.visibilityState !== 'visible' || document.activeElement?.matches('input, select, button')) return
  const response = await fetch(location.href, { credentials: 'same-origin', headers: { 'Purser-Again': '1' } }).catch(
    () => undefined,
  )
  if (!response?.ok || response.headers.get('purser-offline')) return
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main')
  const now = main()
  const opened = now?.querySelector('details[open]')
  if (next && now && !opened && next.textContent !== now.textContent) now.replaceWith(next)
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
