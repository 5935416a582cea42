import type { ShownPost } from '#client/entities/posts/shown-post.ts'

/** The picture or video of a post, in a frame that has its size before it is loaded. */
export const PostMedia = ({ post: { mediaUrl, mediaType, altText } }: { post: ShownPost }) => {
  if (mediaUrl === null) return null
  if (mediaType === 'video') return <video className="rf-post-media" src={mediaUrl} aria-label={altText ?? undefined} controls preload="none" playsInline />
  return <img className="rf-post-media" src={mediaUrl} alt={altText ?? ''} loading="lazy" decoding="async" />
}
