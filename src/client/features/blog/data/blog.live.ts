import { onLive, onReset } from '#client/live/registry.ts'
import { buryDecree, forgetDecrees, takeDecree } from './blog.store.ts'

onLive('blog:updated', ({ decree }) => takeDecree(decree))
onLive('blog:deleted', buryDecree)
onReset(forgetDecrees)
