export async function resolve(specifier, context, next) {
  if (specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/')) {
    return { url: new URL('./fs.mjs', import.meta.url).href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}
