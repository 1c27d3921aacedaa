/** First half of the 15-minute sample, as automatic captions write: no capitals, no stops; one stretch between pauses a line. Written for Precis. */
export const winterBicycle1 = `[Music]
>> welcome back to the workshop this is the show where we mend things instead of throwing them away and today we are standing in front of a bicycle that has spent the whole winter in a garden shed
with me is anna she has run a repair shop by the harbor for nineteen years and she says that most of the bikes that come through her door in april need the same five things
>> yeah that's true about eighty percent of what I see in spring is tires chain brakes cables and loose bolts and the good news is that you can do nearly all of that at home with maybe forty dollars worth of tools
>> so where do you start when a bike like this one comes in
>> I always start with a look and I don't touch anything for the first two minutes I walk around it I look at the frame from the side and I look for cracks where the tubes meet especially behind the head tube and around the bottom bracket because a crack there means the ride is over
if you see a thin dark line in the paint rub it with your thumb nail if the nail catches it's a crack and not a scratch and then you take the bike to a professional no matter what it cost
>> and this one
>> this one is fine the frame is steel and it has surface rust on the chain stay but that's cosmetic you sand it down and put a drop of paint on it
[Music]
>> okay let's talk about the tires because both of them are flat
>> flat doesn't mean punctured rubber lets air through all the time a normal inner tube loses about a third of its pressure in a month and so after five months in the shed every tire is flat
what I look at is the side wall if you press it together and you see fine cracks like on old leather then the rubber has dried out and the tire has to go a tire like that can burst on the first warm day
this rear tire here is cracked all the way around so we replace it and the front one is good
>> and how much air goes in
>> people always pump too little look at the side wall the range is printed there on this one it says three point five to six bar and for a rider of about seventy five kilos I would put four in the front and four and a half in the rear
the rear wheel carries around sixty percent of your weight so it always gets a little more
and here is a thing that nobody believes until they try it with too little air you get a puncture much sooner because the tube gets pinched between the curb and the rim we call that a snake bite since it leaves two small holes next to each other
>> so let's say I do have a puncture do you still patch or do you just put a new tube in
>> I patch always a patch costs twenty cents and a tube costs seven dollars
you roughen the rubber with the sandpaper about the size of a coin then a thin layer of the vulcanizing fluid and now comes the part that everybody gets wrong you wait five full minutes until it is dry to the touch it is not a glue it softens the rubber so that patch and tube grow together
if you press the patch on while it's wet it will come off within a week
and before the tube goes back in you run your fingers slowly around the inside of the tire because the thorn or the piece of glass is still in there and it will get you again after a hundred meters
>> I have done exactly that
>> everyone has
[Music]
>> all right the chain this one is orange
>> so the chain is the part that people ignore the most and it's the part that costs them the most money
a chain has more than a hundred links and in every link there is a pin in a bushing and dirt works its way in there and grinds the metal so the chain gets longer we say it stretches but nothing stretches it wears
when a chain is worn by three quarters of a percent it no longer sits at the bottom of the teeth it climbs up and then it eats the sprockets and a new chain on old sprockets will jump
so a chain for fifteen dollars changed in time saves you a cassette and chain rings for a hundred and twenty
>> and how do I know when it's time
>> there is a little gauge that costs about eight dollars you hang it into the chain and if it drops through the chain is done but you can also use a ruler
twelve full links of a new chain measure exactly twelve inches that's about thirty point five centimeters if the twelfth pin is more than a sixteenth of an inch past the mark then you buy a new chain and if it's past an eighth of an inch you buy new sprockets as well
on this bike we are at about a sixteenth so we are just in time
>> can you save it by oiling it
>> no oil doesn't bring metal back but rust like this orange film here that's only on the outside and it goes away
you take an old rag and a bit of degreaser and you pull the chain backwards through the rag twenty or thirty times until the rag stays more or less clean please don't use a pressure washer since it drives water into the bearings
then let it dry and then one drop of oil on every roller on the inside of the chain that's the side that touches the teeth you wait ten minutes and then you wipe off everything that's on the outside
oil on the outside does nothing at all except collect sand
>> how often do you do that
>> in dry weather about every three hundred kilometers and after every ride in heavy rain because water washes the oil out and in winter with road salt you wipe it every week`;
