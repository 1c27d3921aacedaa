/** Second half of the 15-minute sample, as automatic captions write. Written for Precis. */
export const winterBicycle2 = `[Music]
>> now the thing that matters most if you want to live brakes
>> yes so I squeeze both levers hard before I do anything else if a lever comes all the way to the handlebar the bike doesn't leave the shop
this one has rim brakes with rubber pads and the pads have little grooves cut into them that's the wear mark if you can't see the grooves anymore the pad is finished
the front pads here are down to about a millimeter and when the rubber is gone the metal of the holder grinds on the rim and an aluminum rim is ruined in a single descent
>> and what does a pair of pads cost
>> between five and twelve dollars and it takes ten minutes
you loosen one bolt you slide the old pad out and the new one goes in and now the important thing is the position the pad has to hit the rim and only the rim if it touches the tire it cuts through the side wall and if it sits too low it grows a lip underneath and slips off
and I set the front edge of the pad about one millimeter closer to the rim than the back edge we call that toe in and it is what stops the squealing
>> oh that's why mine squeals
>> that's one reason the other reason is that the rim is dirty take rubbing alcohol on a clean cloth and wipe the rim all the way around and you will be surprised how black the cloth is
>> and if I have disc brakes
>> with disc brakes the rule is even simpler never touch the rotor with your fingers and never let any oil near it not even a spray from the other end of the bike because the pads soak it up and then they're garbage you can sand a glazed pad but you cannot wash oil out of it
a new pad is about four millimeters thick including the metal plate and when only half a millimeter of the material is left you change it
and if the lever of a hydraulic brake feels like a sponge there's air in the line and then it has to be bled I would let a shop do that the first time
[Music]
>> we have cables next right
>> right so a cable is a steel wire in a plastic tube and in winter water creeps into the tube and it rusts from the inside and you can't see it but you feel it you pull the lever and it goes but it doesn't come back by itself
pull the cable out of its stop and slide the housing along if the wire is brown or if a single strand is broken you replace the cable and the housing together since a new wire in a rusty tube lasts about a month
the whole set is twenty dollars and it makes an old bike feel newer than anything else you can buy
>> and the gears are they adjusted with the same cable
>> yes and most of the time when people tell me that their gears are broken the cable has only settled by a millimeter
there's a little barrel on the rear derailleur where the cable goes in if the chain is slow to climb to the bigger sprocket you turn that barrel counter clockwise half a turn and you try again and if it's slow to drop to the smaller one you turn it clockwise
the two small screws marked with an h and an l are not for that they are limits they stop the chain from falling into the spokes so leave them alone unless somebody has bent the hanger
>> I think I have turned those screws
>> everybody has turned those screws
[Music]
>> so the last of the five bolts
>> bolts and bearings yes here's a test that takes thirty seconds pull the front brake put your other hand around the lower end of the head tube and rock the bike back and forth if you feel a click the headset is loose
then grab the wheel at the top and push it from side to side if it clicks there the hub bearing has play and then do the same with the crank arms
a little play today is an eight dollar job and if you ride on with it for a summer the bearing cups get pitted and you need new ones
for the bolts I use a torque wrench on the stem and on the seat post the number is printed next to the bolt most stems say five newton meters and that's really not much about as tight as you'd turn a jar of jam
on a carbon handlebar more than that can crush the fiber and you won't see it until it breaks
>> and what would you never do at home
>> three things I would not press in a bottom bracket without the right tool I would not straighten a fork ever because a bent fork that has been bent back is weaker and it fails without warning and I wouldn't true a wheel that has a broken spoke on the drive side because you need to take the cassette off first
a wheel that only wobbles by a millimeter or two you can true at home turn the bike upside down hold a pencil against the frame so it just touches the rim where it wobbles and tighten the spoke on the other side by a quarter of a turn no more than that and then check again
>> so let's add it up a rear tire front pads a cable set and a bottle of oil what are we at
>> tire twenty five pads eight cables twenty oil six that's fifty nine dollars and about two and a half hours if you've never done it and the same work in my shop would be around a hundred and sixty
>> and how long will it last
>> if you check the air every two weeks and wipe the chain once a month this bike will run until next winter without any trouble and then please hang it up inside with the tires off the ground and a bit of air in them because the shed is what killed it in the first place
the damp air condenses on the cold metal every single night and that's where the rust comes from
>> anna thank you so much
>> my pleasure and go and pump up your tires
[Music]`;
