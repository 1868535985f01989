/** When the page asks again by itself, as it would for a picture that it asked for. */
const PATIENCE_MS = 20_000;

/**
 * Asks for a find and its first photograph before the page's scripts have come, which takes a second on a slow phone.
 * Only the browser knows the key, so the page can't name them itself.
 */
export const ASK_EARLY = `(function(){
var key=location.hash.slice(1),early=window.earlyAnswers={};
if(!key)return;
function ask(address){return early[address]=fetch(address,{headers:{Authorization:"Bearer "+key,"Content-Language":document.documentElement.lang},signal:AbortSignal.timeout(${PATIENCE_MS})})}
var find="/api"+location.pathname;
ask(find).then(function(answer){return answer.clone().json()}).then(function(own){
var first=own.find.images.find(function(image){return image.ready});
return ask(find+"/sm/"+first.name+".webp")
}).catch(function(){})
})()`;
