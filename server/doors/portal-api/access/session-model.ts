import { dateTime, flag, id, model, text } from '../../../ground/contract/field.ts'

export const sessionModel = model('portalSession', 'A browser that is logged in.', {
  sessionId: id('The session.').required(),
  beganAt: dateTime('When it began.').required(),
  seenAt: dateTime('When something was last asked, to a minute.').required(),
  address: text('Where it began from.').required(),
  browser: text('What the browser said of itself.').required(),
  isThis: flag('Whether it is the one that asks.').required(),
})
