// Puts the pages for members into a shop: <script async src="https://…/m/BRAND/embed.js"></script>. It shows them where it
// stands, or in the element that data-into names, as high as they are. It reads and writes nothing of the shop's page else.
;(() => {
  const script = document.currentScript
  if (!script) return
  const source = new URL(script.src)
  const { into, screen = '', at, lang, label = 'Card', token } = script.dataset
  const base = source.origin + source.pathname.replace(/\/embed\.js$/, '')
  const address = new URL(/^[a-z]+$/.test(screen) ? `${base}/${screen}` : base)
  if (at) address.searchParams.set('at', at)
  if (lang) address.searchParams.set('lang', lang)
  if (token) address.hash = `token=${token}`

  const frame = document.createElement('iframe')
  Object.assign(frame, { src: address.href, title: label })
  frame.setAttribute('allow', 'clipboard-write; web-share; publickey-credentials-get; publickey-credentials-create')
  Object.assign(frame.style, { display: 'block', width: '100%', height: '480px', border: '0' })

  let isKnown = false
  addEventListener('message', ({ origin, source: from, data }) => {
    if (from !== frame.contentWindow || origin !== source.origin || data?.purser !== 'size') return
    const height = Math.ceil(Number(data.height))
    if (height >= 100 && height <= 20_000) frame.style.height = `${height}px`
    // Whoever goes on to the next page begins to read at its top.
    if (data.isNew && isKnown && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
    isKnown = true
  })
  const place = () => {
    const found = into && document.querySelector(into)
    if (found) found.append(frame)
    else if (into) console.warn(`${source.pathname}: there is no ${into} on this page`)
    else script.after(frame)
  }
  if (into && document.readyState === 'loading') addEventListener('DOMContentLoaded', place)
  else place()
})()
