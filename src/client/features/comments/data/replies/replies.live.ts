import { onLive, onReset } from '#client/live/registry.ts'
import { buryReply, forgetReplies, takePushedReply } from './replies.store.ts'

onLive('comment:updated', ({ comment }) => takePushedReply(comment))
onLive('comment:deleted', ({ id, rev }) => buryReply({ id, rev }))
onReset(forgetReplies)
