// Passkeys: made on "my data", and asked for where somebody gets in. Pages work without them.
const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0))
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

async function optionsFrom(form) {
  const body = new URLSearchParams({ start: '1' })
  const response = await fetch(form.action, { method: 'POST', credentials: 'same-origin', body })
  if (!response.ok || !response.headers.get('content-type')?.startsWith('application/json')) return undefined
  const { challenge, excludeCredentials = [], allowCredentials: _, user, ...rest } = await response.json()
  const excluded = excludeCredentials.map((one) => ({ ...one, id: toBytes(one.id) }))
  return {
    ...rest,
    challenge: toBytes(challenge),
    ...(user && { user: { ...user, id: toBytes(user.id) }, excludeCredentials: excluded }),
  }
}

/** As the server reads it: bytes as base64url. */
function answerOf({ id, type, response, authenticatorAttachment }) {
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
  const said = parts.filter((name) => response[name]).map((name) => [name, toText(response[name])])
  const transports = response.getTransports?.()
  return {
    ...{ id, rawId: id, type, clientExtensionResults: {}, authenticatorAttachment },
    response: { ...Object.fromEntries(said), ...(transports && { transports }) },
  }
}

function send(form, credential) {
  form.elements.response.value = JSON.stringify(answerOf(credential))
  form.submit()
}

/** The browser waits in the field for the address until somebody chooses a passkey there; a button asks at once instead. */
let waiting

async function waitInField(form) {
  const publicKey = await optionsFrom(form)
  if (!publicKey) return
  waiting = new AbortController()
  const found = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal: waiting.signal })
  if (found) send(form, found)
}

async function press(form) {
  waiting?.abort()
  const publicKey = await optionsFrom(form)
  if (!publicKey) return form.querySelector('[role=alert]')?.removeAttribute('hidden')
  const found =
    form.dataset.passkey === 'add'
      ? await navigator.credentials.create({ publicKey })
      : await navigator.credentials.get({ publicKey })
  if (found) send(form, found)
}

if ('PublicKeyCredential' in window && window.isSecureContext)
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      // Whoever closes the browser's window has changed their mind.
      press(form).catch(() => undefined)
    })
    if (form.dataset.passkey === 'enter' && document.querySelector('[autocomplete~=webauthn]'))
      Promise.resolve(PublicKeyCredential.isConditionalMediationAvailable?.())
        .then((isThere) => isThere && waitInField(form))
        .catch(() => undefined)
  }
