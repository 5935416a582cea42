import { hiding, type ModeratedKind } from '#server/platform/moderated.ts'
import { forgetHiddenMessage, messageText, putMessageBack, takeMessageOut } from './messages.hiding.ts'
import { readableMessage } from './messages.list.ts'

export const moderatedMessage: ModeratedKind = {
  async find(viewer, id) {
    const { senderId, content, mediaUrl } = await readableMessage(viewer, id)
    return { ownerId: senderId, text: content, mediaUrl, path: null }
  },
  async current(id) {
    const text = await messageText(id)
    return text === null ? null : { text, media: null }
  },
  hiding: hiding({
    takeOut: takeMessageOut,
    putBack: putMessageBack,
    forget: forgetHiddenMessage,
    shown: ({ content }) => ({ text: content, media: null }),
  }),
}
